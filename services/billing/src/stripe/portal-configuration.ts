import type Stripe from 'stripe';

/** Changing what customers can do in the portal makes a new configuration. */
const VERSION = '1';
const MAX_PAGES = 5;

/**
 * What customers can do in Stripe's portal: payment methods, address, tax ids, invoices. Plans are changed and left with us,
 * where the consequences are said. Found by its metadata, made where it is missing, so that an operator sets up nothing.
 */
export class PortalConfiguration {
  private known: string | undefined;

  constructor(private readonly stripe: Stripe) {}

  async id(): Promise<string> {
    this.known ??= (await this.find()) ?? (await this.create());
    return this.known;
  }

  private async find(): Promise<string | undefined> {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { data, has_more: more } = await this.stripe.billingPortal.configurations.list({
        active: true,
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      });
      const ours = data.find(({ metadata }) => metadata?.['linqr_portal'] === VERSION);
      if (ours || !more) return ours?.id;
      after = data.at(-1)?.id;
    }
    return undefined;
  }

  private async create(): Promise<string> {
    const { id } = await this.stripe.billingPortal.configurations.create(
      {
        metadata: { linqr_portal: VERSION },
        features: {
          payment_method_update: { enabled: true },
          invoice_history: { enabled: true },
          customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
        },
      },
      { idempotencyKey: `portal-${VERSION}-${Math.floor(Date.now() / 60_000)}` },
    );
    return id;
  }
}
