import { AppError } from '@linqr/platform/errors';
import type { PaymentProvider } from './payment-provider.js';
import type { Synchronisation } from './synchronisation.js';

export interface PaymentParts {
  provider: PaymentProvider;
  synchronisation: Synchronisation;
}

/** Whether money can be taken, and what is missing where it cannot. */
export class PaymentSetup {
  constructor(
    private readonly parts: PaymentParts | undefined,
    /** Variables that the operator has not set. */
    private readonly missing: string[],
  ) {}

  get configured(): boolean {
    return this.parts !== undefined;
  }

  /** BILLING_NOT_CONFIGURED naming what the operator has to set. */
  required(): PaymentParts {
    if (this.parts) return this.parts;
    const variables = this.missing.join(' and ');
    throw new AppError('BILLING_NOT_CONFIGURED', `Payments are not set up on this installation. The operator has to set ${variables}.`);
  }
}
