import type { ErrorCode } from '@linqr/platform/errors';
import { Feature, type Plan, type Subscription } from '@linqr/proto/billing/v1/billing';
import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import {
  changeBody,
  checkoutBody,
  invoicesAnswer,
  type planAnswer,
  plansAnswer,
  previewAnswer,
  receivedAnswer,
  subscriptionAnswer,
  urlAnswer,
  usageAnswer,
} from './subscription.dto.js';

/** Calls that wait for the payment provider. */
const PATIENT = { timeoutMs: 25_000 };
const PAYING: ErrorCode[] = ['BILLING_NOT_CONFIGURED', 'CONFLICT', 'FORBIDDEN'];

const limit = (value: number | undefined) => (value === undefined || value < 0 ? null : value);

/** FEATURE_CUSTOM_DOMAINS → custom_domains */
const featureKey = (feature: Feature) => feature.replace('FEATURE_', '').toLowerCase();

export function presentPlan(plan: Plan): z.output<typeof planAnswer> {
  const has = plan.entitlements;
  return {
    key: plan.key,
    name: plan.name,
    monthlyPrice: plan.monthlyPrice,
    yearlyPrice: plan.yearlyPrice,
    currency: plan.currency,
    sold: plan.sold,
    mostPopular: plan.mostPopular,
    description: plan.description,
    highlights: plan.highlights,
    limits: {
      linksPerMonth: limit(has?.linksPerMonth),
      qrCodesPerMonth: limit(has?.qrCodesPerMonth),
      customDomains: limit(has?.customDomains),
      apiCallsPerHour: limit(has?.apiCallsPerHour),
      teamSeats: limit(has?.teamSeats),
      analyticsRetentionDays: limit(has?.analyticsRetentionDays),
    },
    features: (has?.features ?? []).map(featureKey),
  };
}

function presentSubscription(s: Subscription) {
  return {
    subscription: {
      plan: s.plan,
      planName: s.planName,
      status: s.status,
      periodStart: s.periodStart ?? '',
      periodEnd: s.periodEnd ?? '',
      trialEnd: s.trialEnd ?? null,
      cancelAtPeriodEnd: s.cancelAtPeriodEnd,
      interval: s.interval || null,
      paymentsConfigured: s.paymentsConfigured,
      trialAvailable: s.trialAvailable,
      billedPlan: s.billedPlan || null,
      billedPlanName: s.billedPlanName || null,
      graceEndsAt: s.graceEndsAt ?? null,
      endedAt: s.endedAt ?? null,
      renewsAt: s.renewsAt ?? null,
    },
  };
}

@ApiTags('Subscription')
@Controller('subscription')
export class SubscriptionController {
  constructor(private readonly services: Services) {}

  @Get('plans')
  @ApiRoute({ summary: 'The plan catalogue', access: 'public', answer: plansAnswer, lift: ['plans'] })
  async plans() {
    const { plans, paymentsConfigured } = await this.services.billing.listPlans({});
    return { plans: plans.map(presentPlan), paymentsConfigured };
  }

  @Get('usage')
  @ApiRoute({
    summary: "What this period used of the plan's allowance",
    access: 'signed-in',
    answer: usageAnswer,
    lift: ['usage', 'plan', 'currentPlan'],
  })
  async usage() {
    const u = await this.services.billing.getUsage({});
    return {
      usage: { linksCreated: u.linksCreated, qrCodesGenerated: u.qrCodesGenerated },
      limits: { links: limit(u.linksLimit), qrCodes: limit(u.qrCodesLimit) },
      plan: u.plan,
      currentPlan: u.plan,
      planName: u.planName,
      periodStart: u.periodStart ?? '',
      periodEnd: u.periodEnd ?? '',
    };
  }

  @Get('current')
  @ApiRoute({ summary: "The workspace's subscription", access: 'signed-in', answer: subscriptionAnswer, lift: ['subscription'] })
  async current() {
    return presentSubscription(await this.services.billing.getSubscription({}));
  }

  @Post('trial')
  @ApiRoute({
    summary: 'Start the 14-day trial of Professional, once per account, without a card',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: ['TRIAL_ALREADY_USED'],
  })
  async trial() {
    return presentSubscription(await this.services.billing.startTrial({}));
  }

  @Post('checkout')
  @ApiRoute({
    summary: 'Where to pay for a plan; nothing is charged by the call',
    access: 'signed-in',
    answer: urlAnswer,
    errors: PAYING,
  })
  async checkout(@Body({ schema: checkoutBody }) body: z.output<typeof checkoutBody>) {
    const { url } = await this.services.billing.createCheckout({ ...body, email: await this.ownEmail() }, PATIENT);
    return { url };
  }

  @Get('preview')
  @ApiRoute({
    summary: 'What buying or changing to a plan would cost now',
    access: 'signed-in',
    answer: previewAnswer,
    errors: PAYING,
  })
  async preview(@Query({ schema: checkoutBody }) query: z.output<typeof checkoutBody>) {
    const p = await this.services.billing.previewPlan(query, PATIENT);
    return {
      plan: p.plan,
      planName: p.planName,
      interval: p.interval,
      kind: p.kind === 'change' ? ('change' as const) : ('checkout' as const),
      amountDue: p.amountDue,
      credit: p.credit,
      currency: p.currency,
      recurring: p.recurring,
      renewsAt: p.renewsAt ?? '',
      prorationAt: p.prorationAt ?? '',
    };
  }

  @Post('change')
  @ApiRoute({
    summary: 'Change the running paid plan at once, with proration',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: [...PAYING, 'PAYMENT_FAILED'],
  })
  async change(@Body({ schema: changeBody }) body: z.output<typeof changeBody>) {
    return presentSubscription(await this.services.billing.changePlan(body, PATIENT));
  }

  @Post('portal')
  @ApiRoute({
    summary: 'Where to manage the payment method and see invoices',
    access: 'signed-in',
    answer: urlAnswer,
    errors: PAYING,
  })
  async portal() {
    return { url: (await this.services.billing.createPortal({}, PATIENT)).url };
  }

  @Post('cancel')
  @ApiRoute({
    summary: 'Cancel at the end of the paid period',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: PAYING,
  })
  async cancel() {
    return presentSubscription(await this.services.billing.cancelSubscription({}, PATIENT));
  }

  @Post('reactivate')
  @ApiRoute({
    summary: 'Take a cancellation back',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: PAYING,
  })
  async reactivate() {
    return presentSubscription(await this.services.billing.reactivateSubscription({}, PATIENT));
  }

  @Post('refresh')
  @ApiRoute({
    summary: 'Ask the payment provider for the state, instead of waiting for its event',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: PAYING,
  })
  async refresh() {
    return presentSubscription(await this.services.billing.refreshSubscription({}, PATIENT));
  }

  @Get('invoices')
  @ApiRoute({ summary: 'Invoices, newest first, at most 50', access: 'signed-in', answer: invoicesAnswer, errors: PAYING })
  async invoices() {
    const { invoices } = await this.services.billing.listInvoices({}, PATIENT);
    return {
      invoices: invoices.map((invoice) => ({
        ...invoice,
        createdAt: invoice.createdAt ?? '',
        hostedUrl: invoice.hostedUrl || null,
        pdfUrl: invoice.pdfUrl || null,
      })),
    };
  }

  @Post('stripe-webhook')
  @ApiRoute({
    summary: "For Stripe alone: an event, proven by its signature over the body's bytes",
    access: 'public',
    answer: receivedAnswer,
    errors: ['WEBHOOK_SIGNATURE_INVALID', 'BODY_MALFORMED', 'BILLING_NOT_CONFIGURED', 'PAYLOAD_TOO_LARGE'],
  })
  async stripeWebhook(@Req() request: Request) {
    const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.services.billing.receiveProviderEvent({ payload, signature: request.get('stripe-signature') ?? '' });
    return { received: true };
  }

  /** For the provider's receipts. Paying does not fail because the profile is away. */
  private async ownEmail(): Promise<string> {
    const profile = await this.services.auth.getProfile({}, { timeoutMs: 2_000 }).catch(() => undefined);
    return profile?.email ?? '';
  }
}
