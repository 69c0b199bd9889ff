import { describe, expect, it } from '@jest/globals';
import { loopsBackThroughRedirector } from './hidden-loop.js';
import { LookAlikes } from './look-alike.js';

const lookAlikes = new LookAlikes(['go.linqrs.example', 'localhost']);
const kinds = (url: string) => lookAlikes.findings(new URL(url)).map(({ kind }) => kind);

describe('a destination made to be mistaken', () => {
  it.each([
    // Cyrillic and Greek letters in Latin names.
    ['https://раураl.com/', 'mixed_script'],
    ['https://раураl.com/', 'look_alike'],
    ['https://аррӏе.com/', 'look_alike'],
    ['https://xn--80ak6aa92e.com/', 'look_alike'],
    ['https://gοοgle.com/', 'look_alike'],
    ['https://mіcrosoft.com/', 'look_alike'],
    ['https://ԝhatsapp.com/', 'look_alike'],
    // Accents, digits, letter pairs, hyphens.
    ['https://páypal.com/', 'look_alike'],
    ['https://paypa1.com/', 'look_alike'],
    ['https://g00gle.com/', 'look_alike'],
    ['https://rnicrosoft.com/', 'look_alike'],
    ['https://arnazon.com/', 'look_alike'],
    ['https://netfIix.com/', 'look_alike'],
    ['https://pay-pal.com/', 'look_alike'],
    ['https://face-book.com/', 'look_alike'],
    // One slip of the finger.
    ['https://faceboook.com/', 'look_alike'],
    ['https://mircosoft.com/', 'look_alike'],
    ['https://coinbsae.com/', 'look_alike'],
    // The name with bait, under another top level, or as somebody's subdomain.
    ['https://paypal-login.com/', 'look_alike'],
    ['https://secure-paypa1.example/', 'look_alike'],
    ['https://amazon.shop/', 'look_alike'],
    ['https://amazon.tk/', 'look_alike'],
    ['https://paypal.com.account-check.example/', 'look_alike'],
    ['https://www.paypa1.evil.example/', 'look_alike'],
    ['https://login.microsoftonline.com.evil.example/', 'look_alike'],
    // Ours.
    ['https://linqr5.example/', 'look_alike'],
    ['https://go.linqrs.net.example/', 'ours-not'],
    // Alphabets that nobody mixes.
    ['https://пpивет.example/', 'mixed_script'],
    // Addresses.
    ['http://8.8.8.8/', 'address_host'],
    ['http://0x08080808/', 'address_host'],
    ['http://[2606:4700:4700::1111]/', 'address_host'],
  ])('%s is found: %s', (url, kind) => {
    if (kind === 'ours-not') expect(kinds(url)).toEqual([]);
    else expect(kinds(url)).toContain(kind);
  });

  it.each(
    [
      'https://example.com/',
      'https://paypal.com/signin',
      'https://www.paypal.com/',
      'https://paypal.me/somebody',
      'https://paypal.de/',
      'https://amazon.co.uk/',
      'https://smile.amazon.de/',
      'https://docs.google.com/',
      'https://login.microsoftonline.com/',
      'https://googleblog.com/',
      'https://applepie.recipes/',
      'https://pineapple.com/',
      'https://amazon-adventures.example/',
      'https://netflix.github.io/',
      'https://go.linqrs.example/',
      'https://münchen.de/',
      'https://привет.рф/',
      'https://日本語.jp/',
      'https://日本ニュース.jp/',
      'https://한국.kr/',
      'https://παράδειγμα.gr/',
      'https://straße.de/',
      'https://example.com/paypal-login',
    ].map((url) => [url]),
  )('%s is let be', (url) => {
    expect(kinds(url)).toEqual([]);
  });

  it('names what it looks like and how it is really spelled', () => {
    const [, finding] = lookAlikes.findings(new URL('https://раураl.com/'));
    expect(finding?.text).toBe('Looks like paypal.com: раураl.com (xn--l-7sba6dbr.com).');
  });
});

describe('a way back to us through somebody else', () => {
  const own = (host: string) => host === 'go.linqrs.example';
  it.each([
    ['https://www.google.com/url?q=https://go.linqrs.example/abc', true],
    ['https://www.google.com/url?q=https%3A%2F%2Fgo.linqrs.example%2Fabc', true],
    ['https://l.facebook.com/l.php?u=https%253A%252F%252FGO.linqrs.example%252Fabc', true],
    ['https://www.google.com/search?q=go.linqrs.example', false],
    ['https://bit.ly/abc', false],
    ['https://www.google.com/url?q=https://example.com/', false],
    ['https://example.com/?u=https://go.linqrs.example/abc', false],
    ['https://www.google.com/url?q=%E0%A4%A', false],
  ])('%s: %s', (url, loops) => {
    expect(loopsBackThroughRedirector(new URL(url), own)).toBe(loops);
  });
});
