const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const demoIdLength = 8;

/** A made-up short URL on our own domain, shown when the server cannot be reached. It is never saved and leads nowhere. */
export function demoShortUrl(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(demoIdLength));
  const id = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
  return `${window.location.origin}/${id}`;
}
