import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { cleanUp, failedStart, spoolFolder } from './edge.process.js';
import { type Resolver, startResolver } from './resolver.js';

let resolver: Resolver;
let database: TestDatabase;

beforeAll(async () => {
  [resolver, database] = await Promise.all([startResolver(), testDatabase()]);
}, 60_000);

afterAll(async () => {
  await cleanUp();
  await resolver?.down();
  await database?.drop();
}, 30_000);

describe('a start that cannot work', () => {
  const options = () => ({ resolverPort: resolver.port, busUrl: database.url, spoolDir: spoolFolder() });
  const lines = (output: string) => output.split('\n').filter((line) => line.startsWith('redirect: '));

  test.each(['1', '2'])('on a taken address says so in a sentence and ends with 1 (%s processes)', async (processes) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, output } = await failedStart({ ...options(), env: { EDGE_PORT: String(port), EDGE_PROCESSES: processes } });
    expect([code, lines(output)]).toEqual([
      1,
      [`redirect: The edge cannot listen on 127.0.0.1:${port}: the address is taken by another process.`],
    ]);
    await new Promise((resolve) => taken.close(resolve));
  });

  test('with a spool folder that is a file says so', async () => {
    const spoolDir = join(spoolFolder(), 'file');
    writeFileSync(spoolDir, '');
    const { code, output } = await failedStart({ ...options(), spoolDir });
    expect(code).toBe(1);
    expect(lines(output)).toEqual([expect.stringContaining(`SPOOL_DIR=${spoolDir} cannot be written`)]);
  });

  test('with bad settings names all of them', async () => {
    const { code, output } = await failedStart({
      ...options(),
      env: { SHORT_ORIGIN: 'ftp://x', TRUSTED_PROXIES: '10.0.0.0/99', UNLOCK_COOKIE_SECRET: 'short', SPOOL_MAX_BYTES: '1' },
    });
    expect(code).toBe(1);
    for (const name of ['SHORT_ORIGIN', 'TRUSTED_PROXIES', 'UNLOCK_COOKIE_SECRET', 'SPOOL_MAX_BYTES'])
      expect(output).toContain(`- ${name}`);
  });
});
