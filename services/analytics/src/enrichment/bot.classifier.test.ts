import { describe, expect, test } from '@jest/globals';
import { type BotClass, classifyBot, withRequestKind } from './bot.classifier.js';

const PEOPLE = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.0 (iPhone14,2; iOS 17_5)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 [FBAN/FBIOS;FBAV/460.0;FBDV/iPhone14,2]',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36 GSA/15.20',
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0',
  'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16',
];

const MACHINES: [string, BotClass][] = [
  ['', 'no_agent'],
  ['  ', 'no_agent'],
  ['-', 'no_agent'],
  ['WhatsApp/2.23.20.0 A', 'preview'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
  ['TelegramBot (like TwitterBot)', 'preview'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'preview'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'preview'],
  ['Viber/13.3.0', 'preview'],
  ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'prefetch'],
  ['Mozilla/5.0 (compatible; Barracuda Sentinel)', 'mail_scanner'],
  ['Mozilla/5.0 (compatible; BingPreview/1.0b)', 'mail_scanner'],
  ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitor'],
  ['Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)', 'monitor'],
  ['curl/8.5.0', 'tool'],
  ['Wget/1.21', 'tool'],
  ['python-requests/2.31.0', 'tool'],
  ['Go-http-client/2.0', 'tool'],
  ['axios/1.6.0', 'tool'],
  ['node', 'tool'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36', 'tool'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'crawler'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)', 'crawler'],
];

describe('classifyBot', () => {
  test.each(PEOPLE)('a person: %s', (agent) => expect(classifyBot(agent)).toEqual({ isBot: false, botClass: '', reason: '' }));

  test.each(MACHINES)('%s is a %s', (agent, botClass) => {
    const verdict = classifyBot(agent);
    expect(verdict).toMatchObject({ isBot: true, botClass });
    expect(verdict.reason.length).toBeGreaterThan(0);
    expect(verdict.reason.length).toBeLessThanOrEqual(60);
  });
});

describe('withRequestKind', () => {
  const person = classifyBot(PEOPLE[0]!);
  test.each([
    [{ head: false, prefetch: false }, ''],
    [{ head: true, prefetch: false }, 'head'],
    [{ head: false, prefetch: true }, 'prefetch'],
  ])('%j of a browser: %s', (request, botClass) => expect(withRequestKind(person, request).botClass).toBe(botClass));

  test('what the agent says weighs more', () =>
    expect(withRequestKind(classifyBot('curl/8.5.0'), { head: true, prefetch: true }).botClass).toBe('tool'));
});
