import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { agentTraits, isMachine } from './agent.traits.js';
import { isInLanguage, preferredLanguage } from './language.traits.js';

describe('a user agent', () => {
  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'mobile ios safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
      'mobile ios chrome',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
      'mobile ios firefox',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0',
      'mobile ios safari',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'tablet ios safari',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'mobile android chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'tablet android chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
      'mobile android samsung',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'mobile android firefox'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'desktop windows edge',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0',
      'desktop windows opera',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'desktop windows firefox'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'desktop macos safari',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', 'desktop linux chrome'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'desktop chromeos chrome',
    ],
    [
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36',
      'tv linux safari',
    ],
    ['curl/8.5.0', '  '],
    ['', '  '],
  ])('%j is %s', (agent, expected) => {
    const { device, os, browser } = agentTraits(agent);
    expect(`${device} ${os} ${browser}`).toBe(expected);
  });

  test('whatever it holds is read in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 512, unit: 'binary-ascii' }), (agent) => {
        agentTraits(agent);
        isMachine(agent);
      }),
    );
    const startedAt = performance.now();
    for (const part of ['android', 'silk', 'webos', 'tizen', 'applewebkit']) agentTraits(`${part} `.repeat(512).slice(0, 512));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe('an Accept-Language header', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de-at'],
    ['en;q=0.3, fr;q=0.8, de;q=0.8', 'fr'],
    ['de;q=0', ''],
    ['*', ''],
    ['zh-Hans-CN', 'zh-hans-cn'],
    ['; , ,;;q=,x', ''],
    ['', ''],
    [`${'x,'.repeat(5_000)}de`, ''],
    ['de;q=9', ''],
  ])('%j asks for %j', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  test.each([
    ['de', 'de', true],
    ['de-at', 'de', true],
    ['de', 'de-at', false],
    ['den', 'de', false],
    ['', 'de', false],
  ])('%j within %j: %s', (tag, range, within) => {
    expect(isInLanguage(tag, range)).toBe(within);
  });
});
