import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { AnalyticsDeskServiceService } from '@linqr/proto/analytics/v1/desk';
import { AccountDeskServiceService } from '@linqr/proto/auth/v1/desk';
import { BillingDeskServiceService } from '@linqr/proto/billing/v1/desk';
import { ContactServiceService } from '@linqr/proto/link/v1/contact';
import { SafetyServiceService } from '@linqr/proto/link/v1/safety';
import { QrDeskServiceService } from '@linqr/proto/qr/v1/desk';
import type { GatewayConfig } from '../config.js';

/** What the services offer to admins, and their forms for anybody; the same processes as in clients.ts. */
export class DeskClients {
  readonly safety: GrpcClient<typeof SafetyServiceService>;
  readonly contact: GrpcClient<typeof ContactServiceService>;
  readonly accounts: GrpcClient<typeof AccountDeskServiceService>;
  readonly codes: GrpcClient<typeof QrDeskServiceService>;
  readonly clicks: GrpcClient<typeof AnalyticsDeskServiceService>;
  readonly plans: GrpcClient<typeof BillingDeskServiceService>;

  constructor(config: GatewayConfig) {
    this.safety = createGrpcClient({
      definition: SafetyServiceService,
      target: config.LINK_TARGET,
      idempotent: ['listReports', 'getReport', 'findLinks', 'setLinkState', 'countWorkspaceLinks', 'getLinkFigures', 'listAdminActions'],
      timeoutMs: 8_000,
    });
    this.contact = createGrpcClient({
      definition: ContactServiceService,
      target: config.LINK_TARGET,
      idempotent: ['listMessages', 'setMessageState'],
    });
    this.accounts = createGrpcClient({
      definition: AccountDeskServiceService,
      target: config.AUTH_TARGET,
      idempotent: ['describeUsers', 'getAccountFigures'],
    });
    this.codes = createGrpcClient({
      definition: QrDeskServiceService,
      target: config.QR_TARGET,
      idempotent: ['getQrFigures', 'findQrCodes', 'setQrCodeState'],
    });
    this.clicks = createGrpcClient({
      definition: AnalyticsDeskServiceService,
      target: config.ANALYTICS_TARGET,
      idempotent: ['getClickFigures'],
      timeoutMs: 8_000,
    });
    this.plans = createGrpcClient({
      definition: BillingDeskServiceService,
      target: config.BILLING_TARGET,
      idempotent: ['countSubscribers', 'getPlansOf'],
    });
  }

  get all() {
    return [this.safety, this.contact, this.accounts, this.codes, this.clicks, this.plans];
  }
}
