import type { EntityManager } from 'typeorm';

export interface Payer {
  workspaceId: string;
  customerId: string;
  /** Number of the newest fetch that has begun. */
  fetchNumber: number;
  syncedAt: Date | null;
  checkoutId: string;
  checkoutOpenedAt: Date | null;
  closing: boolean;
  failures: number;
}

interface Row {
  workspace_id: string;
  customer_id: string;
  fetch_number: string;
  synced_at: Date | null;
  checkout_id: string;
  checkout_opened_at: Date | null;
  closing: boolean;
  failures: number;
}

const COLUMNS = `workspace_id, customer_id, fetch_number, synced_at, checkout_id, checkout_opened_at, closing, failures`;

/** The SQL of payers: which customer of the provider a workspace is. */
export class PayerRepository {
  async find(manager: EntityManager, workspaceId: string): Promise<Payer | undefined> {
    const rows = await manager.query<Row[]>(`select ${COLUMNS} from payers where workspace_id = $1`, [workspaceId]);
    return rows[0] && fromRow(rows[0]);
  }

  async findByCustomer(manager: EntityManager, customerId: string): Promise<Payer | undefined> {
    const rows = await manager.query<Row[]>(`select ${COLUMNS} from payers where customer_id = $1`, [customerId]);
    return rows[0] && fromRow(rows[0]);
  }

  /** Does nothing where the workspace or the customer is known already. */
  async insert(manager: EntityManager, workspaceId: string, customerId: string, now: Date): Promise<void> {
    await manager.query(
      `insert into payers (workspace_id, customer_id, next_sync_at, created_at) values ($1, $2, $3, $3) on conflict do nothing`,
      [workspaceId, customerId, now],
    );
  }

  /** Only of that customer: another one may have taken its place. */
  async remove(manager: EntityManager, workspaceId: string, customerId: string): Promise<void> {
    await manager.query(`delete from payers where workspace_id = $1 and customer_id = $2`, [workspaceId, customerId]);
  }

  /** Gives the fetch that now begins its number. */
  async beginFetch(manager: EntityManager, workspaceId: string): Promise<Payer | undefined> {
    const [rows] = await manager.query<[Row[], number]>(
      `update payers set fetch_number = fetch_number + 1 where workspace_id = $1 returning ${COLUMNS}`,
      [workspaceId],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /**
   * Takes the answer of a fetch over, unless that of one that began later has been ('late'), or the payer has gone or is
   * going meanwhile ('gone').
   */
  async takeOver(manager: EntityManager, payer: Payer, now: Date, nextSyncAt: Date): Promise<'taken' | 'late' | 'gone'> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update payers set applied_number = $3, synced_at = $4, next_sync_at = $5, failures = 0
        where workspace_id = $1 and customer_id = $2 and applied_number < $3 and not closing returning 1`,
      [payer.workspaceId, payer.customerId, payer.fetchNumber, now, nextSyncAt],
    );
    if (rows.length === 1) return 'taken';
    const found = await this.find(manager, payer.workspaceId);
    return found && found.customerId === payer.customerId && !found.closing ? 'late' : 'gone';
  }

  async failed(manager: EntityManager, workspaceId: string, nextSyncAt: Date): Promise<void> {
    await manager.query(`update payers set failures = failures + 1, next_sync_at = $2 where workspace_id = $1`, [workspaceId, nextSyncAt]);
  }

  /** Workspaces whose state is to be fetched again; taken until `leaseEnd`, so that replicas do not all fetch the same. */
  async takeDue(manager: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<string[]> {
    const [rows] = await manager.query<[{ workspace_id: string }[], number]>(
      `update payers set next_sync_at = $2 where workspace_id in
         (select workspace_id from payers where next_sync_at <= $1 order by next_sync_at limit $3 for update skip locked)
       returning workspace_id`,
      [now, leaseEnd, limit],
    );
    return rows.map((row) => row.workspace_id);
  }

  async setCheckout(manager: EntityManager, workspaceId: string, checkoutId: string, now: Date, nextSyncAt: Date): Promise<void> {
    await manager.query(
      `update payers set checkout_id = $2, checkout_opened_at = $3, next_sync_at = least(next_sync_at, $4) where workspace_id = $1`,
      [workspaceId, checkoutId, now, nextSyncAt],
    );
  }

  async close(manager: EntityManager, workspaceId: string, now: Date): Promise<void> {
    await manager.query(`update payers set closing = true, next_sync_at = $2 where workspace_id = $1`, [workspaceId, now]);
  }
}

function fromRow(row: Row): Payer {
  return {
    workspaceId: row.workspace_id,
    customerId: row.customer_id,
    fetchNumber: Number(row.fetch_number),
    syncedAt: row.synced_at,
    checkoutId: row.checkout_id,
    checkoutOpenedAt: row.checkout_opened_at,
    closing: row.closing,
    failures: row.failures,
  };
}
