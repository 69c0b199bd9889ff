import Stripe from 'stripe';

/** Four of them fit into the gateway's deadline of a payment call. */
const TIMEOUT_MS = 6_000;
/** With an idempotency key that the library makes and keeps over its attempts. */
const RETRIES = 1;

/** `apiBase`: scheme, host and port. */
export function createStripe(secretKey: string, apiBase: string): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'linqr' },
  });
}
