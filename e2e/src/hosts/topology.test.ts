import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@linqr/platform/config';
import type { z } from 'zod';
import { writeSecrets } from './stores.js';
import { BROKERS, environmentOf, type Facts, HOSTS, type HostName, managementPort, PARTS } from './topology.js';

const folder = mkdtempSync(join(tmpdir(), 'linqr-topology-'));
afterAll(() => rmSync(folder, { recursive: true }));

const facts: Facts = {
  address: (host: HostName) => `10.9.9.${11 + HOSTS.indexOf(host)}`,
  target: ({ name, port }) => `${name}.hosts:${port}`,
  trusted: '10.9.9.0/24',
  databaseUrl: (database) => `postgres://linqr:secret@10.9.9.1:5432/${database}`,
  clickhouseUrl: 'http://linqr:secret@10.9.9.1:8123',
  mailUrl: 'smtp://10.9.9.1:25',
  secrets: writeSecrets(join(folder, 'secrets')),
  disk: (host) => join(folder, host),
};

async function schemaOf(entry: string): Promise<z.ZodObject> {
  const config = (await import(`../../../${entry.replace('/dist/main.js', '/src/config.ts')}`)) as Record<string, z.ZodObject>;
  return Object.entries(config).find(([name]) => /^(auth|link|qr|analytics|billing|webhook|edge|gateway)Config$/.test(name))![1];
}

describe('the hosts', () => {
  it('are two gateways, three edges, two of every service and three brokers', () => {
    const replicas = Object.fromEntries(PARTS.map(({ name, hosts }) => [name, hosts.length]));
    expect(replicas).toEqual({ billing: 2, auth: 2, link: 2, qr: 2, webhook: 2, analytics: 2, redirect: 3, gateway: 2 });
    expect(BROKERS).toHaveLength(3);
  });

  it.each(PARTS.map((part) => [part.name, part] as const))(
    '%s is given what its configuration asks for, and only what it knows',
    async (_, part) => {
      const schema = await schemaOf(part.entry);
      for (const host of part.hosts) {
        const environment = environmentOf(part, host, facts);
        const config = loadConfig(schema, environment) as Record<string, unknown>;
        expect(config['MANAGEMENT_HOST']).toBe(facts.address(host));
        expect(config['MANAGEMENT_PORT']).toBe(managementPort(part));
        expect(config['BUS_URL']).toBe('kafka://10.9.9.11:9092,10.9.9.12:9092,10.9.9.13:9092');
        // Both origins are everybody's, as in a cluster's ConfigMap of the installation.
        const known = [...Object.keys(schema.shape), 'APP_ORIGIN', 'SHORT_ORIGIN'];
        const asked = Object.keys(environment).filter((name) => !known.includes(name.replace(/_FILE$/, '')));
        expect(asked).toEqual([]);
      }
    },
  );
});
