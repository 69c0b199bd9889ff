import type { Clock } from '@linqr/platform/clock';
import { type ErasedAccount, eraseRows } from '@linqr/platform/erasure';
import type { DataSource } from 'typeorm';
import type { EndpointRepository } from '../endpoints/endpoint.repository.js';

/** Deliveries that go in one statement. */
const BATCH = 2_000;

export interface AccountEraserParts {
  database: DataSource;
  endpoints: EndpointRepository;
  clock: Clock;
}

/** Everything of a deleted account. Its webhooks are closed first, so that nothing is queued or sent while the rest goes. */
export class AccountEraser {
  constructor(private readonly parts: AccountEraserParts) {}

  /** Answers how many rows went. A crash in between goes on where it was when it is called again. */
  async erase(account: ErasedAccount, onProgress: () => Promise<void>): Promise<number> {
    const { database, endpoints, clock } = this.parts;
    await endpoints.removeAll(database.manager, [account.workspaceId], new Date(clock.now()));
    let count = 0;
    for (let batch = BATCH; batch === BATCH; count += batch) {
      [, batch] = (await database.query(
        `delete from deliveries where id in (
           select d.id from deliveries d join endpoints e on e.id = d.endpoint_id where e.workspace_id = $1 limit ${BATCH})`,
        [account.workspaceId],
      )) as [unknown, number];
      await onProgress();
    }
    return count + (await eraseRows(database, account, { onProgress }));
  }
}
