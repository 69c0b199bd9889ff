import { expect, test } from '@jest/globals';
import { cityName, GeoLocator } from './geo.locator.js';

const geo = new GeoLocator();

test.each([
  ['81.250.0.1', 'FR'],
  ['8.8.8.8', 'US'],
  ['::ffff:81.250.0.1', 'FR'],
  ['2a01:e00::1', 'FR'],
])('%s lies in %s', (address, country) => {
  const place = geo.locate(address);
  expect(place.country).toBe(country);
  expect(place.city).not.toMatch(/ \(/);
});

test.each([
  '10.0.0.1',
  '127.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '',
  'localhost',
  '81.250.0.1:443',
  '999.1.1.1',
])('%s lies nowhere', (address) => expect(geo.locate(address)).toEqual({ country: '', region: '', city: '' }));

test.each([
  ['Zurich (Zurich (Kreis 1) / Hochschulen)', 'Zurich'],
  ['Berlin', 'Berlin'],
  ['', ''],
  [' (odd)', '(odd)'],
])('city %s is %s', (raw, city) => expect(cityName(raw)).toBe(city));

test('a database that is not there fails the start', () => {
  expect(() => new GeoLocator('/nowhere/city.mmdb').load()).toThrow('ENOENT');
});
