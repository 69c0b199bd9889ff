import type { Logger } from '@linqr/platform/logging';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AuthController } from './accounts/auth.controller.js';
import { EmailChangeController } from './accounts/email-change.controller.js';
import { IdentityController } from './accounts/identity.controller.js';
import { LifecycleController } from './accounts/lifecycle.controller.js';
import { OAuthController } from './accounts/oauth.controller.js';
import { PasskeyController } from './accounts/passkey.controller.js';
import { SecurityController } from './accounts/security.controller.js';
import { TwoFactorController } from './accounts/two-factor.controller.js';
import { UsersController } from './accounts/users.controller.js';
import { AdminCodesController } from './admin/admin-codes.controller.js';
import { AdminFiguresController } from './admin/admin-figures.controller.js';
import { AdminLinksController } from './admin/admin-links.controller.js';
import { AdminUsersController } from './admin/admin-users.controller.js';
import { ContactController } from './admin/contact.controller.js';
import { ReportController } from './admin/report.controller.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { SubscriptionController } from './billing/subscription.controller.js';
import { Services } from './clients.js';
import type { GatewayConfig } from './config.js';
import { DomainController } from './domains/domain.controller.js';
import { HealthController } from './health/health.controller.js';
import { ApiKeyStrategy } from './http/api-key.strategy.js';
import { AuthenticationGuard } from './http/authentication.guard.js';
import { SessionCookies } from './http/cookies.js';
import { Csrf } from './http/csrf.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import type { LiveSessions } from './http/live-sessions.js';
import { SessionStrategy } from './http/session.strategy.js';
import { LinkController } from './links/link.controller.js';
import { LinkBulkController } from './links/link-bulk.controller.js';
import { QrBulkController } from './qrcodes/qr-bulk.controller.js';
import { QrCodeController } from './qrcodes/qr-code.controller.js';
import { QrTemplateController } from './qrcodes/qr-template.controller.js';
import { CONFIG, LOGGER } from './tokens.js';
import { WebhookController } from './webhooks/webhook.controller.js';

export interface GatewayParts {
  config: GatewayConfig;
  logger: Logger;
  services: Services;
  csrf: Csrf;
  cookies: SessionCookies;
  liveSessions: LiveSessions;
}

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's own way to make a module with parameters
export class AppModule {
  static register(parts: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        HealthController,
        AuthController,
        EmailChangeController,
        TwoFactorController,
        PasskeyController,
        OAuthController,
        IdentityController,
        SecurityController,
        LifecycleController,
        UsersController,
        AdminUsersController,
        AdminLinksController,
        AdminCodesController,
        AdminFiguresController,
        ReportController,
        ContactController,
        AnalyticsController,
        // Before the routes of one link: its paths are no ids.
        LinkBulkController,
        LinkController,
        DomainController,
        // Before the routes of one code: their paths are no ids.
        QrTemplateController,
        QrBulkController,
        QrCodeController,
        SubscriptionController,
        WebhookController,
      ],
      providers: [
        { provide: CONFIG, useValue: parts.config },
        { provide: LOGGER, useValue: parts.logger },
        { provide: Services, useValue: parts.services },
        { provide: Csrf, useValue: parts.csrf },
        { provide: SessionCookies, useValue: parts.cookies },
        { provide: SessionStrategy, useFactory: () => new SessionStrategy(parts.config.ACCESS_TOKEN_PUBLIC_KEY, parts.liveSessions) },
        { provide: ApiKeyStrategy, useFactory: () => new ApiKeyStrategy(parts.services) },
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
      ],
    };
  }
}
