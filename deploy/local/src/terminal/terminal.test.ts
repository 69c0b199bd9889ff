import { describe, expect, it } from '@jest/globals';
import { readable } from './index.js';

describe('log lines at the terminal', () => {
  it('show warnings and errors with their data and reason', () => {
    const line = JSON.stringify({
      level: 'error',
      time: 'x',
      service: 'link',
      requestId: 'r',
      attempt: 2,
      err: { message: 'refused\nstack' },
      msg: 'bus lost',
    });
    expect(readable('link', line)).toBe('[link]       error bus lost attempt=2 (refused)');
  });

  it('leave out what is no warning and what is no log line', () => {
    expect(readable('link', '{"level":"info","msg":"ready"}')).toBeUndefined();
    expect(readable('link', '    at somewhere (file.js:1:1)')).toBeUndefined();
    expect(readable('link', 'null')).toBeUndefined();
  });
});
