import { z } from 'zod';
import { clientNetwork, clientPlace } from '../throttle/client-address.js';

const MAX_USER_AGENT = 400;

/** Where a call comes from, as the gateway saw it. Never a reason to refuse a call: what is odd is cut or 'unknown'. */
export interface Client {
  /** A clientNetwork. */
  network: string;
  /** A clientPlace. */
  place: string;
  userAgent: string;
}

export const clientField = z
  .object({ address: z.string(), userAgent: z.string() })
  .optional()
  .transform(
    (client): Client => ({
      network: clientNetwork((client?.address ?? '').slice(0, 64)),
      place: clientPlace((client?.address ?? '').slice(0, 64)),
      userAgent: (client?.userAgent ?? '').replace(/\p{Cc}/gu, ' ').slice(0, MAX_USER_AGENT),
    }),
  );
