import { describe, expect, test } from '@jest/globals';
import { deviceName } from './device-name';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  test.each([
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome on Windows', 'computer'],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`, 'Edge on Windows', 'computer'],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15`, 'Safari on macOS', 'computer'],
    [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux', 'computer'],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile Safari/604.1`,
      'Chrome on iPhone',
      'phone',
    ],
    [`${mozilla} (Linux; Android 16; Pixel 9) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', 'phone'],
    ['curl/8.5.0', 'Script or app (curl)', 'script'],
    ['', 'Unknown device', 'computer'],
    ['(?)', 'Unknown device', 'computer'],
  ])('of %p is %p', (userAgent, name, kind) => expect(deviceName(userAgent)).toEqual({ name, kind }));
});
