import { join } from 'node:path';
import { openBus } from '@linqr/platform/bus';
import { type Clock, systemClock } from '@linqr/platform/clock';
import { exportParts } from '@linqr/platform/export';
import { createGrpcClient } from '@linqr/platform/grpc';
import { InboxRetention } from '@linqr/platform/inbox';
import { Gauge } from '@linqr/platform/management';
import { OutboxRelay } from '@linqr/platform/outbox';
import { openPostgres, pingPostgres } from '@linqr/platform/postgres';
import { Resealing, type SealedColumn, SecretBox } from '@linqr/platform/secrets';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import { AuthServiceService } from '@linqr/proto/auth/v1/auth';
import { AccountDeskServiceService } from '@linqr/proto/auth/v1/desk';
import { IdentityServiceService } from '@linqr/proto/auth/v1/identity';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { AccountDeletionService } from './account/account-deletion.service.js';
import { AccountRemoval } from './account/account-removal.js';
import { ApiAllowance } from './api-keys/api-allowance.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { AuditService } from './audit/audit.service.js';
import { FailedSignIns } from './audit/failed-sign-ins.js';
import { AuthController } from './auth.controller.js';
import type { AuthConfig } from './config.js';
import { AccountDeskController } from './desk/account-desk.controller.js';
import { AccountDesk } from './desk/account-desk.js';
import { EmailChangeService } from './email-change/email-change.service.js';
import { authSections } from './export/account.sections.js';
import { Housekeeping } from './housekeeping/housekeeping.js';
import { IdentityService } from './identities/identity.service.js';
import { OAuthService } from './identities/oauth.service.js';
import { configuredProviders } from './identities/providers.js';
import { IdentityController } from './identity.controller.js';
import { MailComposer } from './mail/mail.composer.js';
import { oldestMailSeconds } from './mail/mail.outbox.js';
import { mailRecipes } from './mail/mail.recipes.js';
import { openMailTransport } from './mail/mail.transport.js';
import { MailWorker } from './mail/mail.worker.js';
import { MailEventConsumer } from './mail/mail-event.consumer.js';
import { RequestedMailService } from './mail/requested-mail.service.js';
import { NotificationPreferencesService } from './notifications/notification-preferences.js';
import { PasskeyService } from './passkeys/passkey.service.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { relyingPartyOf } from './passkeys/relying-party.js';
import { PasswordService } from './passwords/password.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordProof } from './passwords/password-proof.service.js';
import { WeeklyFiguresClient } from './reports/weekly-figures.client.js';
import { WeeklyReportScheduler } from './reports/weekly-report.scheduler.js';
import { KeyedHash } from './secrets/keyed-hash.js';
import { AccessTokenIssuer } from './sessions/access-token.js';
import { LoginService } from './sessions/login.service.js';
import { SessionService } from './sessions/session.service.js';
import { SignIns } from './sessions/sign-in.service.js';
import { Throttle } from './throttle/throttle.js';
import { SecondSteps } from './two-factor/second-step.service.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service.js';
import { UnsubscribeTokens } from './unsubscribe/unsubscribe-token.js';
import { ProfileService } from './users/profile.service.js';
import { RegistrationService } from './users/registration.service.js';
import { UserAdminService } from './users/user-admin.service.js';
import { VerificationService } from './users/verification.service.js';

/** What is kept under API_KEY_ENCRYPTION_KEY for longer than a sign-in takes. */
const SEALED: SealedColumn[] = [
  { table: 'api_keys', column: 'sealed', owner: 'id', context: (id) => id },
  { table: 'two_factor', column: 'sealed_secret', owner: 'user_id', context: (userId) => `totp ${userId}` },
];

/** Every resource of the service, in order; closed in reverse. */
export async function wireAuth(
  { config, logger, lifecycle, management }: Runtime<AuthConfig & GrpcProcessConfig>,
  clock: Clock = systemClock,
): Promise<ServiceParts> {
  const database = await openPostgres({
    url: config.DATABASE_URL,
    migrations: config.MIGRATIONS,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'auth',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
  lifecycle.onClose('postgres', () => database.destroy());
  management.addCheck({ name: 'postgres', kind: 'ready', check: () => pingPostgres(database) });
  const bus = await openBus({ url: config.BUS_URL, clientId: 'auth', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const billing = createGrpcClient({
    definition: BillingServiceService,
    target: config.BILLING_TARGET,
    idempotent: ['getEntitlements', 'listPlans'],
    timeoutMs: 1_000,
  });
  lifecycle.onClose('billing client', () => billing.$close());
  const analytics = createGrpcClient({
    definition: AnalyticsServiceService,
    target: config.ANALYTICS_TARGET,
    idempotent: ['getOverview'],
    timeoutMs: 10_000,
  });
  lifecycle.onClose('analytics client', () => analytics.$close());
  const links = createGrpcClient({ definition: LinkServiceService, target: config.LINK_TARGET, idempotent: ['getLink'] });
  lifecycle.onClose('link client', () => links.$close());
  const relay = new OutboxRelay({ databaseUrl: config.DATABASE_URL, bus, logger, registry: management.registry });
  lifecycle.onClose('outbox relay', () => relay.stop());

  const transport = openMailTransport(config.MAIL_URL, config.MAIL_FROM);
  lifecycle.onClose('mail transport', () => transport.close());
  const db = database.manager;
  const unsubscribeTokens = new UnsubscribeTokens(config.API_KEY_ENCRYPTION_KEY);
  const composer = new MailComposer({
    db,
    recipes: mailRecipes({
      weeklyFigures: new WeeklyFiguresClient(analytics, links),
      planNames: async (key) => (await billing.listPlans({})).plans.find((plan) => plan.key === key)?.name ?? key,
    }),
    appOrigin: config.APP_ORIGIN,
    operatorEmail: config.OPERATOR_EMAIL,
    unsubscribe: unsubscribeTokens,
  });
  const mail = new MailWorker({ databaseUrl: config.DATABASE_URL, db, composer, transport, logger, registry: management.registry });
  lifecycle.onClose('mail worker', () => mail.stop());
  const mailEvents = new MailEventConsumer(bus, database, logger);
  lifecycle.onClose('mail events', () => mailEvents.stop());
  const weeklyReports = new WeeklyReportScheduler(database, clock, logger);
  lifecycle.onClose('weekly reports', () => weeklyReports.stop());
  const inboxRetention = new InboxRetention(database, logger);
  lifecycle.onClose('inbox retention', () => inboxRetention.stop());
  const housekeeping = new Housekeeping(db, logger);
  lifecycle.onClose('housekeeping', () => housekeeping.stop());

  const pseudonyms = new KeyedHash(config.API_KEY_ENCRYPTION_KEY[0]!);
  const throttle = new Throttle(db, pseudonyms, config.THROTTLE_FACTOR);
  const hasher = new PasswordHasher({ concurrency: config.PASSWORD_HASHING_CONCURRENCY, queue: config.PASSWORD_HASHING_QUEUE });
  const box = new SecretBox(config.API_KEY_ENCRYPTION_KEY);
  const resealing = new Resealing({ database, box, columns: SEALED, logger, registry: management.registry });
  lifecycle.onClose('resealing', () => resealing.stop());
  const audit = new AuditService(database);
  const failures = new FailedSignIns(database, audit, logger);
  lifecycle.onClose('failed sign-ins', () => failures.settled());
  const sessions = new SessionService(database, new AccessTokenIssuer(config.ACCESS_TOKEN_PRIVATE_KEY, clock), pseudonyms, clock, audit);
  const signIns = new SignIns(sessions, audit);
  const proof = new PasswordProof(database, hasher, throttle);
  const secondSteps = new SecondSteps(database, box, throttle, audit, signIns, clock);
  const emailChanges = new EmailChangeService(database, proof, throttle, audit);
  const party = relyingPartyOf(config.APP_ORIGIN);
  const removal = new AccountRemoval(sessions);
  const askBilling = async (workspaceId: string) => (await billing.getEntitlements({ workspaceId })).apiCallsPerHour;
  const allowance = new ApiAllowance(askBilling, clock, logger);
  new Gauge({
    name: 'auth_password_hashing_queue',
    help: 'Passwords waiting to be hashed',
    registers: [management.registry],
    collect() {
      this.set(hasher.queued);
    },
  });
  new Gauge({
    name: 'auth_mail_oldest_seconds',
    help: 'How long the oldest unsent mail has waited',
    registers: [management.registry],
    async collect() {
      // A database that is away must not take the other metrics with it.
      this.set(await oldestMailSeconds(db).catch(() => Number.NaN));
    },
  });

  const exports = exportParts(authSections(database, throttle));
  return {
    definition: AuthServiceService,
    controller: AuthController,
    providers: [
      exports.provider,
      { provide: RegistrationService, useValue: new RegistrationService(database, hasher, throttle, sessions, audit) },
      { provide: LoginService, useValue: new LoginService(database, hasher, throttle, sessions, signIns, failures) },
      { provide: SessionService, useValue: sessions },
      { provide: ProfileService, useValue: new ProfileService(database, emailChanges) },
      { provide: VerificationService, useValue: new VerificationService(database) },
      { provide: PasswordService, useValue: new PasswordService(database, hasher, proof, sessions, audit) },
      { provide: RequestedMailService, useValue: new RequestedMailService(database, throttle) },
      {
        provide: ApiKeyService,
        useValue: new ApiKeyService(database, box, allowance, clock, audit),
      },
      { provide: UnsubscribeService, useValue: new UnsubscribeService(db, unsubscribeTokens) },
      { provide: AccountDeletionService, useValue: new AccountDeletionService(database, hasher, throttle, removal) },
      { provide: EmailChangeService, useValue: emailChanges },
      { provide: TwoFactorService, useValue: new TwoFactorService(database, box, proof, throttle, secondSteps, audit) },
      { provide: SecondSteps, useValue: secondSteps },
      { provide: PasskeyService, useValue: new PasskeyService(database, party, proof, audit) },
      { provide: PasskeySignInService, useValue: new PasskeySignInService(database, party, throttle, signIns, audit) },
      {
        provide: OAuthService,
        useValue: new OAuthService(database, configuredProviders(config), config.APP_ORIGIN, box, throttle, proof, signIns, audit),
      },
      { provide: IdentityService, useValue: new IdentityService(database, audit) },
      { provide: AuditService, useValue: audit },
      { provide: AccountDesk, useValue: new AccountDesk(db) },
      { provide: UserAdminService, useValue: new UserAdminService(database, sessions, removal) },
      { provide: NotificationPreferencesService, useValue: new NotificationPreferencesService(db) },
    ],
    besides: [
      exports.besides,
      { definition: IdentityServiceService, controller: IdentityController },
      { definition: AccountDeskServiceService, controller: AccountDeskController },
    ],
    onListening: async () => {
      relay.start();
      mail.start();
      weeklyReports.start();
      inboxRetention.start();
      await mailEvents.start();
      housekeeping.start();
      resealing.start();
    },
  };
}
