/**
 * A value typed into the landing page's tool before signing up. It travels in the router's state (`redirectUrl`,
 * `redirectQR`), never in the address: nobody can send a person a link that creates something in their account.
 */
export interface Carry {
  kind: 'link' | 'qr';
  value: string;
  /** Makes the creation after sign-up happen once, however often it is tried. */
  key: string;
}

export interface CarryState {
  redirectUrl?: string;
  redirectQR?: string;
  carryKey?: string;
}

export function carryState(kind: Carry['kind'], value: string): CarryState {
  const carryKey = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  return kind === 'link' ? { redirectUrl: value, carryKey } : { redirectQR: value, carryKey };
}

/** What a location's state carries, if anything. */
export function carryOf(state: unknown): Carry | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { redirectUrl, redirectQR, carryKey } = state as CarryState;
  const key = typeof carryKey === 'string' ? carryKey : '';
  if (typeof redirectUrl === 'string' && redirectUrl) return { kind: 'link', value: redirectUrl, key };
  if (typeof redirectQR === 'string' && redirectQR) return { kind: 'qr', value: redirectQR, key };
  return undefined;
}
