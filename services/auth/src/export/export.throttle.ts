import type { ThrottleRule } from '../throttle/throttle.rules.js';

/** Exports begun by one account. */
export const EXPORT: ThrottleRule = {
  name: 'export',
  client: { burst: 30, everySeconds: 60 },
  account: { burst: 5, everySeconds: 600 },
  everybody: { burst: 1_000, everySeconds: 1 },
};
