import type { Row } from './row.js';

export interface Settings {
  /** For files of this run; removed afterwards. */
  folder: string;
  quick: boolean;
  large: boolean;
  /** Checkout of a peer with its packages installed. */
  kutt: string | undefined;
  /** The same. */
  yourls: string | undefined;
}

export interface Outcome {
  rows: Row[];
  details?: unknown;
}
