import type { EventName } from '../endpoints/endpoint.js';

/** PostgreSQL NOTIFY: something is due. */
export const DELIVERY_CHANNEL = 'webhook_deliveries';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt, as the log keeps it. */
export interface Attempt {
  /** ISO 8601. */
  at: string;
  durationMs: number;
  /** 0: there was no answer. */
  responseStatus: number;
  /** A sentence; empty: it succeeded. */
  error: string;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  id: string;
  endpointId: string;
  eventId: string;
  event: EventName;
  body: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  responseStatus: number;
  responseBody: string;
  error: string;
  history: Attempt[];
  createdAt: Date;
  finishedAt: Date | null;
}

/** What an attempt needs; the lease is its holder's until it is settled or over. */
export interface ClaimedDelivery {
  id: string;
  claim: string;
  endpointId: string;
  workspaceId: string;
  eventId: string;
  event: EventName;
  body: string;
  /** Attempts of this round, this one included, and how many there may be. */
  round: number;
  maxRound: number;
  url: string;
  /** Whether success is news for the endpoint. */
  doubtful: boolean;
  /** Current one first. */
  sealedSecrets: Buffer[];
}
