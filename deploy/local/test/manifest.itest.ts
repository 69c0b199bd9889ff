import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@linqr/platform/config';
import { sourcePath } from '@linqr/testing/typescript';
import type { z } from 'zod';
import { openDataFolder } from '../src/data-folder/data-folder.js';
import { type Installation, manifest } from '../src/manifest.js';
import { ensureSecrets } from '../src/secrets/secrets.js';

let folder: string;
let installation: Installation;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linqr-manifest-'));
  const data = openDataFolder(folder);
  installation = {
    data,
    secrets: ensureSecrets(data),
    host: '127.0.0.1',
    onLoopback: true,
    edgeAddress: '127.0.0.1',
    appPort: 3000,
    edgePort: 3001,
    appOrigin: 'http://localhost:3000',
    shortOrigin: 'http://localhost:3001',
    ports: new Proxy({}, { get: (_, name) => (typeof name === 'string' ? 4_000 + name.length : undefined) }),
    databaseUrl: (database) => `postgres://linqr:secret@127.0.0.1:5432/${database}`,
    clickhouseUrl: 'http://linqr:secret@127.0.0.1:8123',
    fromRoot: (path) => path,
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The one schema that the part's main.ts loads: exported from its config.ts as <something>Config. */
async function schemaOf(entry: string): Promise<z.ZodObject> {
  const path = sourcePath(entry.replace('/dist/', '/src/').replace(/main\.js$/, 'config.ts'));
  expect(existsSync(path)).toBe(true);
  const exported = (await import(path)) as Record<string, unknown>;
  const name = { 'services/redirect/dist/main.js': 'edgeConfig', 'services/analytics/dist/main.js': 'analyticsConfig' }[entry];
  const schema = name ? exported[name] : Object.entries(exported).find(([key]) => key.endsWith('Config'))?.[1];
  expect(schema).toHaveProperty('shape');
  return schema as z.ZodObject;
}

describe.each(manifest)('the manifest gives $name', (part) => {
  it('everything its configuration asks for, and nothing it does not know', async () => {
    const schema = await schemaOf(part.entry);
    const environment = part.environment(installation);
    expect(() => loadConfig(schema, environment)).not.toThrow();
    const unknown = Object.keys(environment).filter((name) => !(name.replace(/_FILE$/, '') in schema.shape));
    // Services that do not use a store or a neighbour yet are given its address all the same.
    expect(unknown.filter((name) => !/^(DATABASE_URL|[A-Z]+_TARGET|APP_ORIGIN|SHORT_ORIGIN)$/.test(name))).toEqual([]);
    expect((part.handedOn ?? []).filter((name) => !(name in schema.shape))).toEqual([]);
  });
});
