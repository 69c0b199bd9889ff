import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FEATURES, type FeatureKey, type Plan } from './plan.js';

/** Shape of a plan's key, in a catalogue and from an operator. */
export const PLAN_KEY = /^[a-z][a-z0-9_-]{0,39}$/;

const amount = z.number().int().min(0).max(100_000_000);
const limit = z.number().int().min(0).max(1_000_000_000).nullable();

const planSchema = z.strictObject({
  key: z.string().regex(PLAN_KEY, 'must be lower-case letters, digits, _ and -'),
  name: z.string().trim().min(1).max(60),
  description: z.string().max(300).default(''),
  monthlyPrice: amount,
  yearlyPrice: amount,
  sold: z.boolean(),
  mostPopular: z.boolean().default(false),
  highlights: z.array(z.string().min(1).max(120)).max(20).default([]),
  limits: z.strictObject({
    linksPerMonth: limit,
    qrCodesPerMonth: limit,
    customDomains: limit,
    apiCallsPerHour: limit,
    teamSeats: limit,
    analyticsRetentionDays: limit,
  }),
  features: z.array(z.enum(FEATURES)),
});

const catalogueSchema = z
  .strictObject({
    currency: z.string().regex(/^[a-z]{3}$/, 'must be an ISO 4217 code in lower case'),
    defaultPlan: z.string(),
    trial: z.strictObject({ plan: z.string(), days: z.number().int().min(1).max(365) }),
    plans: z.array(planSchema).min(1).max(50),
  })
  .superRefine(({ plans, defaultPlan, trial }, context) => {
    const keys = plans.map((p) => p.key);
    const twice = keys.find((key, i) => keys.indexOf(key) !== i);
    if (twice) context.addIssue({ code: 'custom', path: ['plans'], message: `${twice} is there twice` });
    if (!keys.includes(defaultPlan)) context.addIssue({ code: 'custom', path: ['defaultPlan'], message: `${defaultPlan} is not a plan` });
    if (!keys.includes(trial.plan)) context.addIssue({ code: 'custom', path: ['trial', 'plan'], message: `${trial.plan} is not a plan` });
  });

type CatalogueFile = z.output<typeof catalogueSchema>;

/** The plans of this installation. The landing page, the pricing page, the usage bar and the enforcement all read it. */
export class Catalogue {
  readonly plans: Plan[];
  readonly defaultPlanKey: string;
  readonly trialPlanKey: string;
  readonly trialDays: number;
  private readonly byKey: Map<string, Plan>;

  private constructor(file: CatalogueFile) {
    this.plans = file.plans.map((plan) => ({ ...plan, currency: file.currency }));
    this.byKey = new Map(this.plans.map((plan) => [plan.key, plan]));
    this.defaultPlanKey = file.defaultPlan;
    this.trialPlanKey = file.trial.plan;
    this.trialDays = file.trial.days;
  }

  /** Throws one error that names every problem: a process with a wrong catalogue does not start. */
  static load(path: string = join(import.meta.dirname, '../../catalogue.json')): Catalogue {
    let json: unknown;
    try {
      json = JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      throw new Error(`the plan catalogue ${path} cannot be read: ${(error as Error).message}`);
    }
    return Catalogue.parse(json, path);
  }

  static parse(json: unknown, source: string): Catalogue {
    const parsed = catalogueSchema.safeParse(json);
    if (!parsed.success) {
      const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
      throw new Error(`the plan catalogue ${source} is not valid: ${problems.join('; ')}`);
    }
    return new Catalogue(parsed.data);
  }

  /** The plan of a key; a key the catalogue does not know (a private arrangement) is unlimited and includes everything. */
  plan(key: string): Plan {
    return this.byKey.get(key) ?? unlimitedPlan(key);
  }

  /** The cheapest sold plan that includes all of these; undefined where none does. */
  cheapestWith(features: FeatureKey[]): Plan | undefined {
    return this.plans
      .filter((plan) => plan.sold && features.every((feature) => plan.features.includes(feature)))
      .sort((a, b) => a.monthlyPrice - b.monthlyPrice)[0];
  }
}

function unlimitedPlan(key: string): Plan {
  return {
    key,
    name: key.charAt(0).toUpperCase() + key.slice(1),
    description: '',
    monthlyPrice: 0,
    yearlyPrice: 0,
    currency: 'usd',
    sold: false,
    mostPopular: false,
    highlights: [],
    limits: {
      linksPerMonth: null,
      qrCodesPerMonth: null,
      customDomains: null,
      apiCallsPerHour: null,
      teamSeats: null,
      analyticsRetentionDays: null,
    },
    features: [...FEATURES],
  };
}
