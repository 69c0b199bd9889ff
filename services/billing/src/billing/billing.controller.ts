import { currentContext, requireActor, requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  BillingServiceService,
  type ChangePlanRequest,
  type CreateCheckoutRequest,
  type Entitlements,
  type GetEntitlementsRequest,
  type ListInvoicesResponse,
  type ListPlansResponse,
  type PlanPreview,
  type PreviewPlanRequest,
  type ReceiveProviderEventRequest,
  type ReceiveProviderEventResponse,
  type RedirectUrl,
  type ReleaseUsageRequest,
  type ReleaseUsageResponse,
  type RequireFeatureRequest,
  type RequireFeatureResponse,
  type ReserveUsageRequest,
  type ReserveUsageResponse,
  type SetPlanRequest,
  type Subscription as SubscriptionMessage,
  type Usage as UsageMessage,
} from '@linqr/proto/billing/v1/billing';
import { Controller } from '@nestjs/common';
import { Catalogue } from '../catalogue/catalogue.js';
import { EventIntake } from '../payments/event-intake.js';
import { PaymentService } from '../payments/payment.service.js';
import { PaymentSetup } from '../payments/payment-setup.js';
import type { Subscription } from '../subscriptions/subscription.js';
import { SubscriptionService } from '../subscriptions/subscription.service.js';
import { UsageService } from '../usage/usage.service.js';
import {
  toEntitlements,
  toInvoiceMessage,
  toPlanMessage,
  toPreviewMessage,
  toSubscriptionMessage,
  toUsageMessage,
  toWireLimit,
} from './billing.mapping.js';
import {
  changeSchema,
  checkoutSchema,
  choiceSchema,
  providerEventSchema,
  releaseUsageSchema,
  requireFeatureSchema,
  reserveUsageSchema,
  setPlanSchema,
  workspaceSchema,
} from './billing.schemas.js';

@Controller()
@GrpcService(BillingServiceService)
export class BillingController implements Handlers<typeof BillingServiceService> {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly subscriptions: SubscriptionService,
    private readonly usage: UsageService,
    private readonly setup: PaymentSetup,
    private readonly payments: PaymentService,
    private readonly intake: EventIntake,
  ) {}

  async listPlans(): Promise<ListPlansResponse> {
    return { plans: this.catalogue.plans.map(toPlanMessage), paymentsConfigured: this.setup.configured };
  }

  async getUsage(): Promise<UsageMessage> {
    const { workspaceId } = requireActor();
    return toUsageMessage(await this.usage.usage(workspaceId));
  }

  async getSubscription(): Promise<SubscriptionMessage> {
    const { workspaceId, userId } = requireActor();
    return this.describe(await this.subscriptions.current(workspaceId), userId);
  }

  async getEntitlements(request: GetEntitlementsRequest): Promise<Entitlements> {
    const { workspaceId } = parseInput(workspaceSchema, request);
    requireOwnWorkspace(workspaceId);
    return toEntitlements(await this.usage.planOf(workspaceId));
  }

  async reserveUsage(request: ReserveUsageRequest): Promise<ReserveUsageResponse> {
    const input = parseInput(reserveUsageSchema, request);
    requireOwnWorkspace(input.workspaceId);
    return { remaining: toWireLimit(await this.usage.reserve(input)) };
  }

  async releaseUsage(request: ReleaseUsageRequest): Promise<ReleaseUsageResponse> {
    await this.usage.release(parseInput(releaseUsageSchema, request).reservationId);
    return {};
  }

  async requireFeature(request: RequireFeatureRequest): Promise<RequireFeatureResponse> {
    const { workspaceId, features } = parseInput(requireFeatureSchema, request);
    requireOwnWorkspace(workspaceId);
    return { entitlements: toEntitlements(await this.usage.requireFeatures(workspaceId, features)) };
  }

  async startTrial(): Promise<SubscriptionMessage> {
    const actor = requireActor();
    return this.describe(await this.subscriptions.startTrial(actor), actor.userId);
  }

  async createCheckout(request: CreateCheckoutRequest): Promise<RedirectUrl> {
    const actor = requireActor();
    this.setup.required();
    const { email, ...choice } = parseInput(checkoutSchema, request);
    return { url: await this.payments.checkout(actor, choice, email) };
  }

  async createPortal(): Promise<RedirectUrl> {
    return { url: await this.payments.portal(requireActor()) };
  }

  async previewPlan(request: PreviewPlanRequest): Promise<PlanPreview> {
    const actor = requireActor();
    this.setup.required();
    return toPreviewMessage(await this.payments.preview(actor, parseInput(choiceSchema, request)));
  }

  async changePlan(request: ChangePlanRequest): Promise<SubscriptionMessage> {
    const actor = requireActor();
    this.setup.required();
    const { prorationAt, ...choice } = parseInput(changeSchema, request);
    return this.describe(await this.payments.change(actor, choice, prorationAt), actor.userId);
  }

  async cancelSubscription(): Promise<SubscriptionMessage> {
    const actor = requireActor();
    return this.describe(await this.payments.cancel(actor), actor.userId);
  }

  async reactivateSubscription(): Promise<SubscriptionMessage> {
    const actor = requireActor();
    return this.describe(await this.payments.reactivate(actor), actor.userId);
  }

  async refreshSubscription(): Promise<SubscriptionMessage> {
    const actor = requireActor();
    return this.describe(await this.payments.refresh(actor), actor.userId);
  }

  async listInvoices(): Promise<ListInvoicesResponse> {
    const invoices = await this.payments.invoices(requireActor());
    return { invoices: invoices.map(toInvoiceMessage) };
  }

  /** From Stripe by way of the gateway: no actor, the signature is the proof. */
  async receiveProviderEvent(request: ReceiveProviderEventRequest): Promise<ReceiveProviderEventResponse> {
    this.setup.required();
    const { payload, signature } = parseInput(providerEventSchema, request);
    await this.intake.receive(payload, signature);
    return {};
  }

  async setPlan(request: SetPlanRequest): Promise<SubscriptionMessage> {
    if (currentContext()?.actor) requireAdmin();
    const { workspaceId, plan } = parseInput(setPlanSchema, request);
    return this.describe(await this.subscriptions.setPlan(workspaceId, plan), '');
  }

  private async describe(subscription: Subscription, userId: string): Promise<SubscriptionMessage> {
    return toSubscriptionMessage(subscription, this.catalogue.plan(subscription.plan), {
      billedPlan: subscription.paid ? this.catalogue.plan(subscription.paid.plan) : undefined,
      paymentsConfigured: this.setup.configured,
      trialAvailable: await this.subscriptions.trialAvailable(subscription, userId),
    });
  }
}

/** A service acting for somebody may only touch that somebody's workspace; without an actor it acts for itself. */
function requireOwnWorkspace(workspaceId: string): void {
  const actor = currentContext()?.actor;
  if (actor && actor.role !== 'admin' && actor.workspaceId !== workspaceId) throw new AppError('FORBIDDEN', 'This workspace is not yours.');
}
