import { describe, expect, it } from '@jest/globals';
import { addressLeadsInward, isLoopback, leadsInward } from './index.js';

const inwardOf = (url: string) => leadsInward(new URL(url).hostname);

describe('a host that leads inward', () => {
  it.each(
    [
      // loopback in every spelling
      'http://127.0.0.1/',
      'http://127.1/',
      'http://127.0.1/',
      'http://127.255.255.254/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0x7f.0x0.0x0.0x1/',
      'http://0x7f.1/',
      'http://017700000001/',
      'http://0177.0.0.1/',
      'http://0177.0.0.01/',
      'http://0177.0x0.1/',
      'http://%31%32%37.0.0.1/',
      'http://１２７.０.０.１/',
      'http://127。0。0。1/',
      'http://①②⑦.⓪.⓪.①/',
      'http://127.0.0.1./',
      'http://0.0.0.0/',
      'http://0/',
      'http://0.1.2.3/',
      'http://[::1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[0000::0001]/',
      'http://[::]/',
      'http://[::127.0.0.1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[0:0:0:0:0:ffff:7f00:0001]/',
      'http://[::ffff:0:127.0.0.1]/',
      'http://[64:ff9b::127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[2002:7f00:0001:1234::1]/',
      // private
      'http://10.0.0.1/',
      'http://10.255.255.255/',
      'http://0xa.0.0.1/',
      'http://167772161/',
      'http://172.16.0.1/',
      'http://172.31.255.255/',
      'http://192.168.0.1/',
      'http://3232235521/',
      'http://0300.0250.0.1/',
      'http://[::ffff:192.168.0.1]/',
      'http://[::ffff:a00:1]/',
      'http://[2002:c0a8:1::]/',
      'http://[64:ff9b::10.0.0.1]/',
      'http://100.64.0.1/',
      'http://192.0.0.1/',
      'http://198.18.0.1/',
      'http://[fc00::1]/',
      'http://[fd12:3456:789a::1]/',
      'http://[fec0::1]/',
      'http://[64:ff9b:1::1]/',
      // link-local and the metadata services behind it
      'http://169.254.169.254/latest/meta-data/',
      'http://0xa9fea9fe/',
      'http://2852039166/',
      'http://0251.0376.0251.0376/',
      'http://[fe80::1]/',
      'http://[febf::1]/',
      'http://[::ffff:169.254.169.254]/',
      'http://[fd00:ec2::254]/',
      // nobody's: multicast, broadcast, reserved, Teredo
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://240.0.0.1/',
      'http://[ff02::1]/',
      'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
      // names
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://foo.localhost/',
      'http://ⓛocalhost/',
      'http://localhost.localdomain/',
      'http://ip6-localhost/',
      'http://printer.local/',
      'http://metadata.google.internal/',
      'http://router.home.arpa/',
      'http://nas.lan/',
      'http://intranet/',
      'http://wiki.corp/',
      'http://fritz.box.home/',
    ].map((url) => [url]),
  )('%s', (url) => {
    expect(inwardOf(url)).toBe(true);
  });
});

describe('a host that leads outward', () => {
  it.each(
    [
      'http://example.com/',
      'http://localhost.example.com/',
      'http://mylocalhost.com/',
      'http://local.dev/',
      'http://internal.example.org/',
      'http://1.1.1.1/',
      'http://9.255.255.255/',
      'http://11.0.0.1/',
      'http://172.15.255.255/',
      'http://172.32.0.1/',
      'http://192.167.255.255/',
      'http://192.169.0.1/',
      'http://100.63.255.255/',
      'http://100.128.0.1/',
      'http://169.253.255.255/',
      'http://128.0.0.1/',
      'http://126.255.255.255/',
      'http://[2606:4700::1]/',
      'http://[::ffff:8.8.8.8]/',
      'http://[64:ff9b::8.8.8.8]/',
      'http://[2002:808:808::1]/',
      'http://10.example.com/',
      'http://127.0.0.1.example.com/',
    ].map((url) => [url]),
  )('%s', (url) => {
    expect(inwardOf(url)).toBe(false);
  });
});

describe('this machine', () => {
  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '0.0.0.0', '[::1]', '[::]', '[::ffff:7f00:1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['example.com', '10.0.0.1', '[::2]', '127.example.com', 'localhost.example.com'])('is not %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('an address that a resolver gave', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::192.168.0.1',
    'fe80::1%eth0',
    'fe80::1',
    'example.com',
    '',
  ])('leads inward: %s', (address) => {
    expect(addressLeadsInward(address)).toBe(true);
  });

  it.each(['93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])('is public: %s', (address) => {
    expect(addressLeadsInward(address)).toBe(false);
  });
});
