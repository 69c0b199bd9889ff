/**
 * Whether a visitor who was warned may go on all the same: yes, unless the operator's reason names what harms whoever goes
 * there. An unknown reason counts as the milder one, because whoever wants nobody through disables a link.
 */
export function mayGoOn(reason: string | null): boolean {
  return !/\b(?:phishing|malware)\b/i.test(reason ?? '');
}
