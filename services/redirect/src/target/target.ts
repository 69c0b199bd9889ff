// What an address leads to, as the edge knows it.

/** What a cache entry stands for. */
export const KIND = { link: 1, qr: 2, missing: 3 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** One byte of a cache entry. */
export const STATE = { active: 1, disabled: 2, removed: 3, broken: 4, capped: 5, quarantined: 6 } as const;
export type State = (typeof STATE)[keyof typeof STATE];

/** How a code's content is shown; 0 for links and for codes that redirect. */
export const CONTENT = { none: 0, text: 1, email: 2, phone: 3, sms: 4, wifi: 5 } as const;
export type ContentType = (typeof CONTENT)[keyof typeof CONTENT];

/** Facts that a decision and a click need. Times in milliseconds since the epoch, 0 for none. */
export interface Target {
  kind: Kind;
  state: State;
  content: ContentType;
  version: number;
  expiresAtMs: number;
  startsAtMs: number;
  hasPassword: boolean;
  passwordVersion: number;
  forwardQuery: boolean;
  /** 301, 302, 307 or 308. */
  redirectType: number;
  /** 0 to 11: which batch its clicks travel in. */
  shard: number;
  /** Protobuf fields of events.v1.RecordedClick that all links of a workspace and domain share. */
  ownerFields: Buffer;
  /** Protobuf fields of RecordedClick that are this target's own. */
  ownFields: Buffer;
  /** Printable ASCII, or the readable content of a code (UTF-8). */
  destination: Buffer;
  /** Rules and variants as packTargeting writes them; empty: none. */
  targeting: Buffer;
  /** Visits of people that may pass without a seat; Infinity: no cap on its clicks. */
  freePasses: number;
  /** Of a quarantined link: a warned visitor may go on. */
  mayGoOn: boolean;
}
