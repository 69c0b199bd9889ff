import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { deliveryContract } from './bus.contract.js';
import type { BusTarget } from './bus-fixture.js';
import { groupContract, outageContract } from './bus-groups.contract.js';
import { OutageProxy } from './outage-proxy.js';

jest.setTimeout(90_000);

describe('the bus in PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: OutageProxy;
  let url: string;
  const target = {
    url: () => url,
    takeOverMs: 10_000,
    outage: { begin: () => proxy.begin(), end: () => proxy.end() },
  } satisfies BusTarget;
  beforeAll(async () => {
    database = await testDatabase();
    ({ proxy, url } = await OutageProxy.before(database.url));
  });
  afterAll(async () => {
    await proxy?.begin();
    await database?.drop();
  });

  deliveryContract(target);
  groupContract(target);
  outageContract(target);
});
