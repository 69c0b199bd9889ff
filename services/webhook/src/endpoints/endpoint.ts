/** Every event a webhook can be for. */
export const EVENTS = ['link_created', 'link_updated', 'link_deleted', 'link_clicked', 'qr_code_created', 'qr_code_scanned'] as const;
export type EventName = (typeof EVENTS)[number];

/** Where somebody wants to hear of events, and how it fares. */
export interface Endpoint {
  id: string;
  workspaceId: string;
  /** The user who created it. */
  ownerId: string;
  url: string;
  events: EventName[];
  includeBots: boolean;
  batchClicks: boolean;
  failingSince: Date | null;
  disabledAt: Date | null;
  /** A sentence for its owner; empty while enabled. */
  disabledReason: string;
  /** Until when secrets before the current one sign too. */
  previousSecretUntil: Date | null;
  createdAt: Date;
}

/** More than this for one workspace, and each event costs more than it is worth. */
export const MAX_ENDPOINTS = 20;
/** How long a replaced secret signs beside the new one. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;
/** The current one and those it overlaps with; with more rotations in a day the oldest ends early. */
export const MAX_SECRETS = 5;
export const DISABLED_BY_OWNER = 'Disabled by you.';
