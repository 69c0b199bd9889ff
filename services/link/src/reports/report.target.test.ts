import { describe, expect, it } from '@jest/globals';
import { parseReportTarget } from './report.target.js';

const own = {
  shortHost: 'go.linqr.test',
  appHost: 'app.linqr.test',
  isCustomDomain: async (host: string) => host === 'links.example.com',
};
const code = 'qr_01m7z335t6gryxfp66dh8veewk';

describe('what is reported', () => {
  it.each([
    ['abc', 'go.linqr.test', 'abc', 'link'],
    ['  abc+ ', 'go.linqr.test', 'abc', 'link'],
    ['go.linqr.test/abc', 'go.linqr.test', 'abc', 'link'],
    ['https://GO.linqr.test./abc?utm_source=x#y', 'go.linqr.test', 'abc', 'link'],
    ['http://go.linqr.test:80/abc/', 'go.linqr.test', 'abc', 'link'],
    ['links.example.com/My-Link', 'links.example.com', 'My-Link', 'link'],
    [`https://app.linqr.test/qr/${code}`, 'app.linqr.test', code, 'code'],
    [`go.linqr.test/qr/${code}`, 'app.linqr.test', code, 'code'],
  ])('%j is %s/%s', async (text, host, shortId, kind) => {
    expect(await parseReportTarget(text, own)).toEqual({ host, shortId, kind });
  });

  it.each(
    [
      '',
      '   ',
      'ab',
      'a b',
      'https://bit.ly/abc',
      'https://app.linqr.test/dashboard',
      'https://go.linqr.test',
      'https://go.linqr.test/a%00b',
      'javascript:alert(1)',
      'https://go.linqr.test@evil.example/abc',
      `https://app.linqr.test/qr/qr_short`,
      `https://app.linqr.test/qr/../admin`,
      'x'.repeat(2_049),
    ].map((text) => [text]),
  )('%j is none of ours', async (text) => {
    await expect(parseReportTarget(text, own)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'shortId' }] });
  });
});
