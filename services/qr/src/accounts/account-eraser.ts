import type { Clock } from '@linqr/platform/clock';
import { type ErasedAccount, eraseRows } from '@linqr/platform/erasure';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { qrCodeChanged, type ToldQrCode } from '../codes/qr-code.events.js';

/** Codes that go in one transaction. */
const BATCH = 200;

/** Everything of a deleted account, codes first and each with its own event, so that every edge drops it within seconds. */
export class AccountEraser {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Answers how many rows went. A crash in between goes on where it was when it is called again. */
  async erase(account: ErasedAccount, onProgress: () => Promise<void>): Promise<number> {
    let count = 0;
    for (let batch = BATCH; batch === BATCH; count += batch) {
      batch = await this.database.transaction((tx) => this.eraseCodes(tx, account.workspaceId));
      await onProgress();
    }
    return count + (await eraseRows(this.database, account, { onProgress }));
  }

  private async eraseCodes(tx: EntityManager, workspaceId: string): Promise<number> {
    const codes = await tx.query<ToldQrCode[]>(
      `select id, workspace_id as "workspaceId", owner_id as "ownerId", type, '' as title, version + 1 as version,
         short_link_id as "shortLinkId", '' as content, '' as description, '' as "shortUrl", created_at as "createdAt", archived_at as "archivedAt", disabled_at as "disabledAt", deleted_at as "deletedAt", updated_at as "updatedAt"
       from qr_codes where workspace_id = $1 order by id limit ${BATCH} for update`,
      [workspaceId],
    );
    const now = this.clock.now();
    const live = codes.filter((code) => code.deletedAt === null);
    const gone = live.map((code) => {
      const deletedAt = new Date(Math.max(now, code.updatedAt.getTime()));
      return qrCodeChanged('deleted', { ...code, deletedAt, updatedAt: deletedAt });
    });
    await appendToOutbox(tx, gone);
    await tx.query('delete from qr_codes where id = any ($1)', [codes.map(({ id }) => id)]);
    return codes.length;
  }
}
