// What a test needs beyond Node and npm: run where it is there, skipped by name where it is not, a failure with CI=true.
import { describe } from '@jest/globals';

/**
 * Defines the suite. Not available: every test of it is reported as skipped, with the reason in its name; with CI=true
 * it throws instead, so that a skip is a failure there.
 */
export function requireOrSkip(name: string, available: boolean, reason: string, suite: () => void): void {
  if (available) {
    describe(name, suite);
    return;
  }
  if (process.env['CI'] === 'true') throw new Error(`${name} cannot run, and with CI=true nothing may be skipped: ${reason}`);
  describe.skip(`${name} [skipped: ${reason}]`, suite);
}
