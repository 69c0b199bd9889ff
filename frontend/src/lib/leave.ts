/** Leaves the app for another address (a sign-in provider): the browser loads it, the router is not asked. */
export function leaveFor(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
