/** Who browsers make passkeys for. Its id is the app's host: a passkey made at one host is worth nothing at another. */
export interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

export function relyingPartyOf(appOrigin: string): RelyingParty {
  const url = new URL(appOrigin);
  return { name: 'Linqr', id: url.hostname, origin: url.origin };
}
