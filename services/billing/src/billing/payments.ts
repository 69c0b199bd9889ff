import { AppError } from '@linqr/platform/errors';

/** Whether money can be taken, and the answer of every call that needs it to be. */
export class Payments {
  readonly configured: boolean;
  private readonly missing: string[];

  constructor(config: { STRIPE_SECRET_KEY?: string | undefined; STRIPE_WEBHOOK_SECRET?: string | undefined }) {
    this.missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((name) => !config[name]);
    this.configured = this.missing.length === 0;
  }

  /** Never returns: without keys it says which to set, with keys that paying is not built yet. */
  refuse(): never {
    if (!this.configured)
      throw new AppError(
        'BILLING_NOT_CONFIGURED',
        `Payments are not set up on this installation. The operator has to set ${this.missing.join(' and ')}.`,
      );
    throw new AppError('NOT_AVAILABLE_YET', 'Paying for a plan is not available yet.');
  }
}
