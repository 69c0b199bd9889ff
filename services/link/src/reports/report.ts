// What a report is. Imports nothing that stores or sends.
export type ReportState = 'open' | 'resolved' | 'dismissed';
export type ReportAction = 'disable_link' | 'quarantine_link' | 'disable_owner' | 'disable_code' | 'dismiss';

/** The QR code that was reported, existing or not; undefined: a link was. */
export function codeReported({ target, shortId }: Pick<Report, 'target' | 'shortId'>): string | undefined {
  return target.endsWith(`/qr/${shortId}`) ? shortId : undefined;
}

/** Everything said about one address since it was last dealt with. */
export interface Report {
  id: string;
  target: string;
  shortId: string;
  linkId: string | null;
  state: ReportState;
  automatic: boolean;
  reason: string;
  details: string;
  /** Different reporters. */
  reporters: number;
  reportedAt: Date;
  lastReportedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  action: ReportAction | null;
  note: string;
}

export interface ReportEntry {
  id: string;
  reason: string;
  details: string;
  email: string;
  reportedAt: Date;
}

/** An entry about to be filed, and what it is about. */
export interface Complaint {
  target: string;
  shortId: string;
  linkId: string | null;
  automatic: boolean;
  reason: string;
  details: string;
  email: string;
  /** One reporter counts once. */
  reporter: Buffer;
  at: Date;
}
