import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requireOrSkip } from './index.js';

describe('what a test needs and is not there', () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env['CI'];
  });
  afterEach(() => {
    if (before === undefined) delete process.env['CI'];
    else process.env['CI'] = before;
  });

  it('is a failure with CI=true, and says what is missing', () => {
    process.env['CI'] = 'true';
    expect(() => requireOrSkip('the broker', false, 'no Java', () => {})).toThrow(/the broker cannot run.*no Java/);
  });
});
