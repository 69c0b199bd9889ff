import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { presentPlan } from '../billing/subscription.controller.js';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { addressesOf, orNothing } from './addresses.js';
import { auditAnswer, auditQuery, figuresAnswer, figuresQuery, packagesAnswer } from './admin.dto.js';

const DAY_MS = 86_400_000;
/** Whole days of UTC that each range shows; a day and what is left of the one before for the shortest. */
const DAYS = { '24h': 2, '7d': 7, '30d': 30, '90d': 90 } as const;

interface Day {
  day?: string | undefined;
}

/** One point a day, also where nothing happened. */
function byDay<T extends Day>(from: number, days: number, series: T[], count: (point: T) => number) {
  const known = new Map(series.map((point) => [(point.day ?? '').slice(0, 10), count(point)]));
  return Array.from({ length: days }, (_, i) => {
    const at = new Date(from + i * DAY_MS).toISOString();
    return { at, count: known.get(at.slice(0, 10)) ?? 0 };
  });
}

@ApiTags('Admin')
@Controller('admin')
export class AdminFiguresController {
  constructor(private readonly services: Services) {}

  @Get('analytics')
  @ApiRoute({ summary: 'Figures of the whole installation by day', access: 'admin', answer: figuresAnswer })
  async figures(@Query({ schema: figuresQuery }) { timeRange }: z.output<typeof figuresQuery>) {
    const days = DAYS[timeRange];
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const first = today - (days - 1) * DAY_MS;
    const window = { from: new Date(first).toISOString(), to: new Date(today + DAY_MS).toISOString() };
    const { accounts, safety, codes, clicks } = this.services.desk;
    const [users, links, qrCodes, clicked, plans] = await Promise.all([
      accounts.getAccountFigures(window),
      safety.getLinkFigures(window),
      codes.getQrFigures(window),
      orNothing(clicks.getClickFigures(window)),
      this.subscribers(),
    ]);
    const ofDay = (point: { count: number }) => point.count;
    return {
      timeRange,
      users: { total: users.total, created: users.created, disabled: users.disabled, series: byDay(first, days, users.series, ofDay) },
      links: {
        total: links.total,
        created: links.created,
        disabled: links.disabled,
        quarantined: links.quarantined,
        series: byDay(first, days, links.series, ofDay),
      },
      qrCodes: { total: qrCodes.total, created: qrCodes.created, series: byDay(first, days, qrCodes.series, ofDay) },
      clicks: clicked
        ? { total: clicked.clicks, bots: clicked.bots, scans: clicked.scans, series: byDay(first, days, clicked.series, (p) => p.clicks) }
        : null,
      plans: withFree(plans, users.total),
      reports: { open: links.openReports },
    };
  }

  @Get('packages')
  @ApiRoute({ summary: 'The plan catalogue with the subscribers of each plan', access: 'admin', answer: packagesAnswer })
  async packages() {
    const { accounts } = this.services.desk;
    const now = Date.now();
    const [{ plans: catalogue }, counted, { total }] = await Promise.all([
      this.services.billing.listPlans({}),
      this.subscribers(),
      accounts.getAccountFigures({ from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() }),
    ]);
    const counts = new Map(withFree(counted, total).map((one) => [one.plan, one]));
    const known = catalogue.map((plan) => {
      const { count = 0, trialing = 0 } = counts.get(plan.key) ?? {};
      return { ...presentPlan(plan), subscribers: count, trialing };
    });
    return { plans: known };
  }

  @Get('audit')
  @ApiRoute({ summary: 'What admins did, newest first', access: 'admin', answer: auditAnswer })
  async audit(@Query({ schema: auditQuery }) query: z.output<typeof auditQuery>) {
    const { actions, total } = await this.services.desk.safety.listAdminActions({ page: query.page, limit: query.limit });
    const addresses = await addressesOf(
      this.services,
      actions.map(({ actorId }) => actorId),
    );
    const entries = actions.map(({ id, at, actorId, action, targetId, target, reason }) => ({
      id,
      at: at ?? '',
      actor: { id: actorId, email: addresses.get(actorId) ?? null },
      action,
      targetId,
      target,
      reason,
    }));
    return { entries, pagination: presentPagination(query, total) };
  }

  private async subscribers() {
    const { plans } = await this.services.desk.plans.countSubscribers({});
    return plans.map(({ plan, planName, count, trialing }) => ({ plan, name: planName, count, trialing }));
  }
}

/** Whoever never met billing is on Free too. */
function withFree<T extends { plan: string; name: string; count: number; trialing: number }>(plans: T[], accounts: number) {
  const others = plans.filter(({ plan }) => plan !== 'free');
  const paying = others.reduce((sum, { count }) => sum + count, 0);
  return [{ plan: 'free', name: 'Free', count: Math.max(0, accounts - paying), trialing: 0 }, ...others];
}
