import { describe, expect, it } from '@jest/globals';
import { likelyReason } from './likely-reason.js';

describe('likelyReason', () => {
  it('finds the error in what Node prints', () => {
    const lines = [
      'node:internal/modules/esm/resolve:283',
      '    throw new ERR_MODULE_NOT_FOUND(',
      '          ^',
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'",
      '    at finalizeResolution (node:internal/modules/esm/resolve:283:11) {',
      "  code: 'ERR_MODULE_NOT_FOUND',",
      '}',
      'Node.js v20.20.2',
    ];
    expect(likelyReason(lines)).toBe("Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'");
  });

  it('keeps the sentences of a configuration that is not valid', () => {
    const lines = ['auth: The configuration is not valid:', '  - APP_ORIGIN: Invalid URL'];
    expect(likelyReason(lines)).toBe(lines.join('\n'));
  });

  it('takes errors out of log lines and leaves the rest', () => {
    const lines = ['{"level":"info","msg":"ready"}', '{"level":"fatal","err":{"message":"connect refused\\n at x"},"msg":"start failed"}'];
    expect(likelyReason(lines)).toBe('start failed: connect refused');
  });
});
