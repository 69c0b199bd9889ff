const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** "3.4 MB"; thousands, as networks and disks count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${number.format(bytes / 1_000)} kB`;
  return `${number.format(bytes / 1_000_000)} MB`;
}
