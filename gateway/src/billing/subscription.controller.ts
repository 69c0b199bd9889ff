import { Feature, type Plan, type Subscription } from '@linqr/proto/billing/v1/billing';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { checkoutBody, type planAnswer, plansAnswer, subscriptionAnswer, urlAnswer, usageAnswer } from './subscription.dto.js';

const limit = (value: number | undefined) => (value === undefined || value < 0 ? null : value);

/** FEATURE_CUSTOM_DOMAINS → custom_domains */
const featureKey = (feature: Feature) => feature.replace('FEATURE_', '').toLowerCase();

function presentPlan(plan: Plan): z.output<typeof planAnswer> {
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
    summary: 'Where to pay for a plan',
    access: 'signed-in',
    answer: urlAnswer,
    errors: ['BILLING_NOT_CONFIGURED', 'NOT_AVAILABLE_YET'],
  })
  async checkout(@Body({ schema: checkoutBody }) body: z.output<typeof checkoutBody>) {
    return { url: (await this.services.billing.createCheckout(body)).url };
  }

  @Post('portal')
  @ApiRoute({
    summary: 'Where to manage payment',
    access: 'signed-in',
    answer: urlAnswer,
    errors: ['BILLING_NOT_CONFIGURED', 'NOT_AVAILABLE_YET'],
  })
  async portal() {
    return { url: (await this.services.billing.createPortal({})).url };
  }

  @Post('cancel')
  @ApiRoute({
    summary: 'Cancel at the end of the period',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: ['BILLING_NOT_CONFIGURED', 'NOT_AVAILABLE_YET'],
  })
  async cancel() {
    return presentSubscription(await this.services.billing.cancelSubscription({}));
  }

  @Post('reactivate')
  @ApiRoute({
    summary: 'Take a cancellation back',
    access: 'signed-in',
    answer: subscriptionAnswer,
    errors: ['BILLING_NOT_CONFIGURED', 'NOT_AVAILABLE_YET'],
  })
  async reactivate() {
    return presentSubscription(await this.services.billing.reactivateSubscription({}));
  }
}
