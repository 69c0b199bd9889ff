// The pages that a person sees at Stripe: paying, the portal, an invoice. Plain forms.
import type { StripeAccount } from './account.js';

const escaped = (value: string): string => value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

export interface PageAnswer {
  status: number;
  html?: string;
  location?: string;
}

export function showPage(account: StripeAccount, method: string, url: URL): PageAnswer {
  const [, area, , id = ''] = url.pathname.split('/');
  if (area === 'c') return checkout(account, method, id, url.searchParams.get('pay') === 'no');
  if (area === 'p') return portal(account, method, id, url.searchParams.get('return_url') ?? '');
  return { status: 200, html: page('Invoice', '<p>A copy of the invoice.</p>') };
}

function checkout(account: StripeAccount, method: string, id: string, leave: boolean): PageAnswer {
  const session = account.sessions.get(id);
  if (!session) return { status: 404, html: page('Not found', '') };
  if (leave) return { status: 303, location: session.cancel_url };
  if (session.status !== 'open') return { status: 200, html: page('This checkout is closed', '') };
  if (method === 'POST') return { status: 303, location: account.complete(id).success_url };
  const { nickname, unit_amount: amount } = session.price;
  const text = `${escaped(nickname ?? '')}: ${(amount / 100).toFixed(2)}`;
  return {
    status: 200,
    html: page(
      'Checkout',
      `<p>${text}</p><form method="post"><button>Pay and subscribe</button></form><a href="?pay=no">Back to Linqr</a>`,
    ),
  };
}

function portal(account: StripeAccount, method: string, customerId: string, back: string): PageAnswer {
  if (method === 'POST') {
    account.mendCard(customerId);
    return { status: 303, location: back };
  }
  return {
    status: 200,
    html: page('Billing portal', `<form method="post"><button>Save new card</button></form><a href="${escaped(back)}">Return to Linqr</a>`),
  };
}
