/** All that is read of an event: which one it is, and about whom. What happened is asked of Stripe. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Empty: about no customer. */
  customerId: string;
  happenedAt: Date;
}
