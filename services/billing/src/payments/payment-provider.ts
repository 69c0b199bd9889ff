// The port to whoever takes the money. One adapter: Stripe.
import type { Plan } from '../catalogue/plan.js';
import type { PaidSubscription } from '../subscriptions/paid-subscription.js';

export type Interval = 'month' | 'year';

export interface ProviderSubscription {
  paid: PaidSubscription;
  createdAt: Date;
}

export interface CustomerState {
  /** False: the provider does not know it, or no longer. */
  exists: boolean;
  /** Of ours only, in any state but never begun. */
  subscriptions: ProviderSubscription[];
}

export interface CheckoutRequest {
  workspaceId: string;
  customerId: string;
  plan: Plan;
  interval: Interval;
  /** The first payment is taken then; null: at once. */
  trialEnd: Date | null;
  successUrl: string;
  cancelUrl: string;
}

export interface PlanChange {
  customerId: string;
  subscription: PaidSubscription;
  plan: Plan;
  interval: Interval;
  /** From when on the difference is counted: the same in preview and change, so that what is shown is what is charged. */
  prorationAt: Date;
}

/** Amounts in minor units, taxes included as far as the provider computes them. */
export interface ChangePreview {
  amountDue: number;
  /** Put to the customer's credit for the next invoices. */
  credit: number;
  currency: string;
  renewsAt: Date;
}

export interface Invoice {
  id: string;
  number: string;
  createdAt: Date;
  /** Minor units. */
  amount: number;
  currency: string;
  /** draft, open, paid, uncollectible, void. */
  status: string;
  /** Empty: there is none. */
  hostedUrl: string;
  pdfUrl: string;
}

/**
 * Every call may throw PART_UNAVAILABLE (not to be reached), BILLING_NOT_CONFIGURED (keys refused) or, where money moves,
 * PAYMENT_FAILED. Nothing of an answer is trusted for longer than the use case that asked.
 */
export interface PaymentProvider {
  /** The same one for the same arguments, so that a lost answer makes no second; `gone`: the one that it replaces, or empty. */
  createCustomer(workspaceId: string, email: string, gone: string): Promise<string>;
  /** The workspace that a customer was made for, as the provider holds it; undefined: none, or deleted. */
  workspaceOf(customerId: string): Promise<string | undefined>;
  /** With the customer every subscription of it ends at once. Deleting twice is deleting once. */
  deleteCustomer(customerId: string): Promise<void>;
  stateOf(customerId: string): Promise<CustomerState>;
  /** Where to pay, and the id to close it by. `missing`: the customer is not known any more. */
  openCheckout(request: CheckoutRequest): Promise<{ id: string; url: string } | 'missing'>;
  /** Nothing can be paid there any more. One that was paid or closed stays as it is. */
  closeCheckout(id: string): Promise<void>;
  previewChange(change: PlanChange): Promise<ChangePreview>;
  /** Takes effect and is charged at once, or not at all. */
  changePlan(change: PlanChange): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  /** At once; what was paid beyond now is put to the customer's credit. */
  endNow(subscriptionId: string): Promise<void>;
  /** Newest first, at most `limit`. */
  invoices(customerId: string, limit: number): Promise<Invoice[]>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
}
