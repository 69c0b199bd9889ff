/** Saves what an address (data, blob or same-origin) points to under a name. */
export function downloadAs(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves a blob under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  downloadAs(href, name);
  // The browser has taken the address over by the next turn; a minute is for slow disks.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
