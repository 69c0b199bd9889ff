/** Leaves the app for the payment provider's page. Nothing but a web address is followed. */
export function leaveFor(url: string): void {
  if (!/^https?:\/\//i.test(url)) throw new TypeError('not a web address');
  window.location.assign(url);
}
