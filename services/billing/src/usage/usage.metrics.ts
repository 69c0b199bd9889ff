import { Counter, type Registry } from '@linqr/platform/management';
import type { FeatureKey, ResourceKey } from '../catalogue/plan.js';

/** How plans and what people want meet: how often an allowance was taken, was used up, was asked for again, and which feature was missing. */
export class UsageMetrics {
  private readonly reservations: Counter;
  private readonly features: Counter;

  constructor(registry: Registry) {
    this.reservations = new Counter({
      name: 'billing_quota_reservations_total',
      help: 'Allowances asked for: taken, refused because the period is used up, or taken before under the same id',
      labelNames: ['resource', 'plan', 'outcome'],
      registers: [registry],
    });
    this.features = new Counter({
      name: 'billing_feature_refusals_total',
      help: 'Features asked for that the plan does not include',
      labelNames: ['feature', 'plan'],
      registers: [registry],
    });
  }

  reserved(resource: ResourceKey, plan: string, outcome: 'taken' | 'refused' | 'repeated'): void {
    this.reservations.inc({ resource, plan, outcome });
  }

  refused(features: readonly FeatureKey[], plan: string): void {
    for (const feature of features) this.features.inc({ feature, plan });
  }
}
