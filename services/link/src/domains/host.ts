/** A lower-cased host as a browser sends it, port included; what is none need not be asked of a store. */
export function isHost(text: string): boolean {
  return /^[a-z0-9.:[\]_-]{1,260}$/.test(text);
}
