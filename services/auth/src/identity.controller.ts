import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/auth/v1/identity';
import { Controller } from '@nestjs/common';
import { listSecurityEventsSchema } from './audit/audit.schemas.js';
import { AuditService } from './audit/audit.service.js';
import { emailChangeToProto, signedInToProto } from './auth.proto.js';
import { cancelEmailChangeSchema, confirmEmailChangeSchema } from './email-change/email-change.schemas.js';
import { EmailChangeService } from './email-change/email-change.service.js';
import * as identitySchemas from './identities/identity.schemas.js';
import { IdentityService } from './identities/identity.service.js';
import { OAuthService } from './identities/oauth.service.js';
import { PROVIDER_KEYS, PROVIDER_NAMES } from './identities/provider.js';
import { oauthOutcomeToProto, passkeyToProto, securityEventToProto } from './identity.proto.js';
import * as passkeySchemas from './passkeys/passkey.schemas.js';
import { PasskeyService } from './passkeys/passkey.service.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { SecondSteps } from './two-factor/second-step.service.js';
import * as twoFactorSchemas from './two-factor/two-factor.schemas.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.IdentityServiceService)
export class IdentityController implements Handlers<typeof wire.IdentityServiceService> {
  constructor(
    private readonly emailChanges: EmailChangeService,
    private readonly twoFactor: TwoFactorService,
    private readonly secondSteps: SecondSteps,
    private readonly passkeys: PasskeyService,
    private readonly passkeySignIns: PasskeySignInService,
    private readonly oauth: OAuthService,
    private readonly identities: IdentityService,
    private readonly audit: AuditService,
  ) {}

  async confirmEmailChange(request: wire.ConfirmEmailChangeRequest) {
    const { token, client } = parseInput(confirmEmailChangeSchema, request);
    const { change, done } = await this.emailChanges.confirm(token, client);
    return { emailChange: change && emailChangeToProto(change), done };
  }

  async cancelEmailChange(request: wire.CancelEmailChangeRequest) {
    const { token, client } = parseInput(cancelEmailChangeSchema, request);
    await this.emailChanges.cancel(token, client);
    return {};
  }

  async getTwoFactor(_request: wire.GetTwoFactorRequest) {
    const { enabledAt, recoveryCodesLeft } = await this.twoFactor.get();
    return { enabledAt: enabledAt?.toISOString(), recoveryCodesLeft };
  }

  async setUpTwoFactor(request: wire.SetUpTwoFactorRequest) {
    return this.twoFactor.setUp(parseInput(twoFactorSchemas.setUpTwoFactorSchema, request).password);
  }

  async enableTwoFactor(request: wire.EnableTwoFactorRequest) {
    return { codes: await this.twoFactor.enable(parseInput(twoFactorSchemas.enableTwoFactorSchema, request).code) };
  }

  async disableTwoFactor(request: wire.DisableTwoFactorRequest) {
    const { password, code } = parseInput(twoFactorSchemas.disableTwoFactorSchema, request);
    await this.twoFactor.disable(password, code);
    return {};
  }

  async replaceRecoveryCodes(request: wire.ReplaceRecoveryCodesRequest) {
    const { password } = parseInput(twoFactorSchemas.setUpTwoFactorSchema, request);
    return { codes: await this.twoFactor.replaceRecoveryCodes(password) };
  }

  async finishSignIn(request: wire.FinishSignInRequest) {
    return signedInToProto(await this.secondSteps.finish(parseInput(twoFactorSchemas.finishSignInSchema, request)));
  }

  async listPasskeys(_request: wire.ListPasskeysRequest) {
    return { passkeys: (await this.passkeys.list()).map(passkeyToProto) };
  }

  async beginPasskey(request: wire.BeginPasskeyRequest) {
    const { challengeId, options } = await this.passkeys.begin(parseInput(passkeySchemas.beginPasskeySchema, request).password);
    return { challengeId, optionsJson: JSON.stringify(options) };
  }

  async addPasskey(request: wire.AddPasskeyRequest) {
    return passkeyToProto(await this.passkeys.add(parseInput(passkeySchemas.addPasskeySchema, request)));
  }

  async renamePasskey(request: wire.RenamePasskeyRequest) {
    const { id, name } = parseInput(passkeySchemas.renamePasskeySchema, request);
    return passkeyToProto(await this.passkeys.rename(id, name));
  }

  async removePasskey(request: wire.RemovePasskeyRequest) {
    await this.passkeys.remove(parseInput(passkeySchemas.removePasskeySchema, request).id);
    return {};
  }

  async beginPasskeySignIn(request: wire.BeginPasskeySignInRequest) {
    const { client } = parseInput(passkeySchemas.beginPasskeySignInSchema, request);
    const { challengeId, options } = await this.passkeySignIns.begin(client);
    return { challengeId, optionsJson: JSON.stringify(options) };
  }

  async passkeySignIn(request: wire.PasskeySignInRequest) {
    return signedInToProto(await this.passkeySignIns.finish(parseInput(passkeySchemas.passkeySignInSchema, request)));
  }

  async listProviders(_request: wire.ListProvidersRequest) {
    return {
      providers: PROVIDER_KEYS.map((key) => ({ key, name: PROVIDER_NAMES[key], configured: this.oauth.isConfigured(key) })),
    };
  }

  async beginOAuth(request: wire.BeginOAuthRequest) {
    const { provider, returnTo, client } = parseInput(identitySchemas.beginOAuthSchema, request);
    return this.oauth.begin(provider, returnTo, client);
  }

  async beginConnecting(request: wire.BeginConnectingRequest) {
    const { provider, password } = parseInput(identitySchemas.beginConnectingSchema, request);
    return this.oauth.beginConnecting(provider, password);
  }

  async finishOAuth(request: wire.FinishOAuthRequest) {
    const { provider, query, browser, client } = parseInput(identitySchemas.finishOAuthSchema, request);
    return oauthOutcomeToProto(await this.oauth.finish(provider, query, browser, client));
  }

  async listIdentities(_request: wire.ListIdentitiesRequest) {
    return {
      identities: (await this.identities.list()).map((identity) => ({
        provider: identity.provider,
        email: identity.email,
        createdAt: identity.created_at.toISOString(),
        lastUsedAt: identity.last_used_at?.toISOString(),
      })),
    };
  }

  async disconnectIdentity(request: wire.DisconnectIdentityRequest) {
    await this.identities.disconnect(parseInput(identitySchemas.providerSchema, request).provider);
    return {};
  }

  async connectWaitingIdentity(request: wire.ConnectWaitingIdentityRequest) {
    return { provider: await this.identities.connectWaiting(parseInput(identitySchemas.connectWaitingSchema, request).token) };
  }

  async listSecurityEvents(request: wire.ListSecurityEventsRequest) {
    const { events, total } = await this.audit.list(parseInput(listSecurityEventsSchema, request));
    return { events: events.map(securityEventToProto), total };
  }
}
