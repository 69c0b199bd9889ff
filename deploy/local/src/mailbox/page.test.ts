import { describe, expect, it } from '@jest/globals';
import type { Message } from './message.js';
import { linkified, mailboxPage } from './page.js';

const message: Message = {
  id: 'msg_1',
  to: '"><script>alert(1)</script>@example.com',
  from: '<b>bold</b>',
  subject: '<img src=x onerror=alert(1)>',
  text: 'See https://app.example.com/verify?a=1&b=2. Or <https://x.example>, "http://y.example/\'", javascript:alert(1)',
  html: '<script>alert(1)</script>',
  receivedAt: '2026-11-21T09:00:00.000Z',
};

describe('the mailbox page', () => {
  it('shows everything of a message as text', () => {
    const page = mailboxPage([message], message);
    expect(page).not.toMatch(/<script>|<img|<b>|onerror=alert\(1\)>/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('makes links of http addresses and of nothing else, without the punctuation behind them', () => {
    const links = [...linkified(message.text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(['https://app.example.com/verify?a=1&amp;b=2', 'https://x.example', 'http://y.example/']);
  });
});
