// Stripe's HTTP API over an account: the calls that Linqr makes, refused where Stripe would refuse them.
import type { StripeAccount } from './account.js';
import { type Form, listed, nested, text, truth, whole, words } from './form.js';
import { type Customer, type Invoice, missing, type Price, Refusal, type Subscription } from './objects.js';

export interface Call {
  account: StripeAccount;
  params: Form;
  /** The ids in the path. */
  ids: string[];
  url: string;
}

type Handler = (call: Call) => unknown;

const required = (value: string | undefined, param: string): string => {
  if (value) return value;
  throw new Refusal(400, { type: 'invalid_request_error', code: 'parameter_missing', message: `Missing required param: ${param}.`, param });
};

function list<T extends { id: string }>(path: string, all: T[], params: Form) {
  const limit = Math.min(whole(params['limit']) ?? 10, 100);
  const from = text(params['starting_after']);
  const rest = from ? all.slice(all.findIndex(({ id }) => id === from) + 1) : all;
  return { object: 'list', url: path, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

const newestFirst = <T>(all: Iterable<T>): T[] => [...all].toReversed();

function createCustomer({ account, params }: Call): Customer {
  const customer: Customer = {
    id: account.id('cus'),
    object: 'customer',
    created: account.now(),
    email: text(params['email']) ?? null,
    balance: 0,
    metadata: words(params['metadata']),
    livemode: false,
  };
  account.customers.set(customer.id, customer);
  account.emit('customer.created', customer);
  return customer;
}

function createPrice({ account, params }: Call): Price {
  const product = required(text(params['product']), 'product');
  if (!account.products.has(product)) throw missing('product', product, 'product');
  const lookupKey = text(params['lookup_key']) ?? null;
  const holder = lookupKey === null ? undefined : [...account.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (holder && !truth(params['transfer_lookup_key']))
    throw new Refusal(400, { type: 'invalid_request_error', message: 'A price with this lookup_key exists.', param: 'lookup_key' });
  if (holder) holder.lookup_key = null;
  const price: Price = {
    id: account.id('price'),
    object: 'price',
    active: true,
    currency: required(text(params['currency']), 'currency'),
    unit_amount: whole(params['unit_amount']) ?? 0,
    product,
    lookup_key: lookupKey,
    metadata: words(params['metadata']),
    nickname: text(params['nickname']) ?? null,
    recurring: {
      interval: text(nested(params['recurring'])['interval']) === 'year' ? 'year' : 'month',
      interval_count: 1,
      usage_type: 'licensed',
    },
    type: 'recurring',
    livemode: false,
  };
  account.prices.set(price.id, price);
  return price;
}

function createProduct({ account, params }: Call) {
  const id = text(params['id']) ?? account.id('prod');
  if (account.products.has(id))
    throw new Refusal(400, { type: 'invalid_request_error', code: 'resource_already_exists', message: 'Product already exists.' });
  const product = {
    id,
    object: 'product',
    name: required(text(params['name']), 'name'),
    active: true,
    metadata: words(params['metadata']),
  };
  account.products.set(id, product);
  return product;
}

function createSession({ account, params, url }: Call) {
  const customer = account.customer(required(text(params['customer']), 'customer'), 'customer');
  const item = nested(listed(params['line_items'])[0]);
  const price = account.price(required(text(item['price']), 'line_items[0][price]'), 'line_items[0][price]');
  const data = nested(params['subscription_data']);
  const trialEnd = whole(data['trial_end']) ?? null;
  if (trialEnd !== null && trialEnd < account.now() + 48 * 3_600)
    throw new Refusal(400, {
      type: 'invalid_request_error',
      message: 'The `trial_end` date has to be at least 2 days in the future.',
      param: 'subscription_data[trial_end]',
    });
  const id = account.id('cs_test');
  const session = {
    id,
    object: 'checkout.session' as const,
    client_reference_id: text(params['client_reference_id']) ?? null,
    customer: customer.id,
    created: account.now(),
    expires_at: account.now() + 86_400,
    livemode: false as const,
    metadata: words(params['metadata']),
    mode: 'subscription' as const,
    payment_status: 'unpaid' as const,
    status: 'open' as const,
    subscription: null,
    success_url: required(text(params['success_url']), 'success_url'),
    cancel_url: text(params['cancel_url']) ?? '',
    url: `${url}/c/pay/${id}`,
  };
  account.sessions.set(id, { ...session, price, trialEnd, subscriptionMetadata: words(data['metadata']) });
  return session;
}

function expireSession({ account, ids }: Call) {
  const session = account.sessions.get(ids[0]!);
  if (!session) throw missing('checkout.session', ids[0]!);
  if (session.status !== 'open')
    throw new Refusal(400, { type: 'invalid_request_error', message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
  Object.assign(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
  return session;
}

function showSubscription({ account, params }: Call, subscription: Subscription) {
  const expands = listed(params['expand']).some((what) => what === 'latest_invoice' || what === 'data.latest_invoice');
  const invoice: Invoice | undefined = account.invoices.get(subscription.latest_invoice);
  return { ...subscription, latest_invoice: expands ? (invoice ?? null) : subscription.latest_invoice };
}

function listSubscriptions(call: Call) {
  const { account, params } = call;
  const customer = text(params['customer']);
  const status = text(params['status']);
  const all = newestFirst(account.subscriptions.values())
    .filter((subscription) => customer === undefined || subscription.customer === customer)
    .filter((subscription) => (status === 'all' ? true : status ? subscription.status === status : subscription.status !== 'canceled'));
  return list(
    '/v1/subscriptions',
    all.map((subscription) => showSubscription(call, subscription)),
    params,
  );
}

function updateSubscription(call: Call) {
  const { account, params, ids } = call;
  const subscription = account.subscription(ids[0]!);
  if (subscription.status === 'canceled')
    throw new Refusal(400, { type: 'invalid_request_error', message: 'A canceled subscription can only update its cancellation_details.' });
  const item = nested(listed(params['items'])[0]);
  const priceId = text(item['price']);
  if (priceId) {
    if (text(item['id']) !== subscription.items.data[0]!.id) throw missing('subscription_item', text(item['id']) ?? '', 'items[0][id]');
    account.changePrice(subscription, account.price(priceId, 'items[0][price]'), whole(params['proration_date']) ?? account.now());
  }
  const cancel = truth(params['cancel_at_period_end']);
  if (cancel !== undefined) {
    subscription.cancel_at_period_end = cancel;
    subscription.cancel_at = cancel ? subscription.items.data[0]!.current_period_end : null;
    subscription.canceled_at = cancel ? account.now() : null;
  }
  account.emit('customer.subscription.updated', subscription);
  return showSubscription(call, subscription);
}

function previewInvoice({ account, params }: Call) {
  const subscription = account.subscription(required(text(params['subscription']), 'subscription'));
  const details = nested(params['subscription_details']);
  const priceId = text(nested(listed(details['items'])[0])['price']);
  const price = account.price(required(priceId, 'subscription_details[items][0][price]'), 'subscription_details[items][0][price]');
  const { amount } = account.prorate(subscription, price, whole(details['proration_date']) ?? account.now());
  return {
    id: `upcoming_${account.id('in')}`,
    object: 'invoice',
    amount_due: account.dueAfterCredit(subscription.customer, amount),
    currency: subscription.currency,
    customer: subscription.customer,
    status: 'draft',
    subtotal: amount,
    total: amount,
  };
}

const configurations = new WeakMap<StripeAccount, { id: string; metadata: Record<string, string>; features: unknown }[]>();

/** Method and path, `*` for an id. */
export const ROUTES: Record<string, Handler> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/*': ({ account, ids }) => account.customer(ids[0]!, 'id'),
  'DELETE /v1/customers/*': ({ account, ids }) => {
    account.deleteCustomer(account.customer(ids[0]!, 'id'));
    return { id: ids[0], object: 'customer', deleted: true };
  },
  'GET /v1/products/*': ({ account, ids }) => {
    const product = account.products.get(ids[0]!);
    if (!product) throw missing('product', ids[0]!, 'id');
    return product;
  },
  'POST /v1/products': createProduct,
  'GET /v1/prices': ({ account, params }) => {
    const keys = listed(params['lookup_keys']);
    const all = [...account.prices.values()].filter(
      (price) => price.active && (keys.length === 0 || (price.lookup_key !== null && keys.includes(price.lookup_key))),
    );
    return list('/v1/prices', all, params);
  },
  'POST /v1/prices': createPrice,
  'POST /v1/checkout/sessions': createSession,
  'POST /v1/checkout/sessions/*/expire': expireSession,
  'GET /v1/subscriptions': listSubscriptions,
  'POST /v1/subscriptions/*': updateSubscription,
  'DELETE /v1/subscriptions/*': (call) => {
    const subscription = call.account.subscription(call.ids[0]!);
    call.account.end(subscription, truth(call.params['prorate']) ?? false);
    return subscription;
  },
  'GET /v1/invoices': ({ account, params }) => {
    const customer = text(params['customer']);
    return list(
      '/v1/invoices',
      newestFirst(account.invoices.values()).filter((invoice) => customer === undefined || invoice.customer === customer),
      params,
    );
  },
  'POST /v1/invoices/create_preview': previewInvoice,
  'GET /v1/billing_portal/configurations': ({ account, params }) =>
    list('/v1/billing_portal/configurations', configurations.get(account) ?? [], params),
  'POST /v1/billing_portal/configurations': ({ account, params }) => {
    const configuration = {
      id: account.id('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      metadata: words(params['metadata']),
      features: params['features'],
    };
    configurations.set(account, [...(configurations.get(account) ?? []), configuration]);
    return configuration;
  },
  'POST /v1/billing_portal/sessions': ({ account, params, url }) => {
    const customer = account.customer(required(text(params['customer']), 'customer'), 'customer');
    const back = text(params['return_url']) ?? '';
    return {
      id: account.id('bps'),
      object: 'billing_portal.session',
      customer: customer.id,
      return_url: back,
      url: `${url}/p/session/${customer.id}?${new URLSearchParams({ return_url: back }).toString()}`,
    };
  },
};
