/**
 * Whether a visitor who was warned may go on all the same: yes, unless the reason (an admin's, or that of the safety checks)
 * names what harms whoever goes there. An unknown reason counts as the milder one, because whoever wants nobody through disables a link.
 */
export function mayGoOn(reason: string | null): boolean {
  return !/\b(?:phishing|malware|block list)\b/i.test(reason ?? '');
}
