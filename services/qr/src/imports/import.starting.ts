import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import { isUniqueViolation } from '@linqr/platform/postgres';
import { Feature } from '@linqr/proto/billing/v1/billing';
import type { DataSource } from 'typeorm';
import type { BillingClient } from '../quota/qr-quota.js';
import type { ImportRow, QrImport } from './import.js';
import type { ImportRepository } from './import.repository.js';
import { readCodes } from './import-csv.js';

/** Imports of one workspace under way at once. */
const MAX_OPEN = 3;
const LISTED = 20;

export interface ImportsParts {
  database: DataSource;
  imports: ImportRepository;
  billing: BillingClient;
  /** A new import waits. */
  wake: () => void;
  clock: Clock;
}

/** Takes files in and tells how far their imports are. */
export class Imports {
  constructor(private readonly parts: ImportsParts) {}

  async start(csv: Uint8Array, idempotencyKey: string): Promise<QrImport> {
    const actor = requireActor();
    const { database, imports, billing, clock, wake } = this.parts;
    const earlier = await imports.findByKey(database.manager, actor.workspaceId, idempotencyKey);
    if (earlier) return earlier;
    await billing.requireFeature({ workspaceId: actor.workspaceId, features: [Feature.FEATURE_BULK] });
    const rows = readCodes(csv);
    const now = new Date(clock.now());
    const id = newId('imp', now.getTime());
    try {
      await database.transaction(async (manager) => {
        if ((await imports.countOpen(manager, actor.workspaceId)) >= MAX_OPEN)
          throw new AppError('CONFLICT', `${MAX_OPEN} imports are under way. Wait until one of them is done.`, { retryAfterSeconds: 30 });
        await imports.insert(manager, id, actor, idempotencyKey, rows, now);
      });
    } catch (error) {
      const first = isUniqueViolation(error, 'qr_imports_key')
        ? await imports.findByKey(database.manager, actor.workspaceId, idempotencyKey)
        : undefined;
      if (first) return first;
      throw error;
    }
    wake();
    return this.get(id);
  }

  async get(id: string): Promise<QrImport> {
    const { workspaceId } = requireActor();
    const { database, imports } = this.parts;
    const found = isId('imp', id) ? await imports.find(database.manager, workspaceId, id) : undefined;
    if (!found) throw new AppError('NOT_FOUND', 'There is no such import.');
    return found;
  }

  /** Newest first. */
  async list(): Promise<QrImport[]> {
    const { workspaceId } = requireActor();
    return this.parts.imports.list(this.parts.database.manager, workspaceId, LISTED);
  }

  /** Codes that were made stay; cancelling what has ended changes nothing. */
  async cancel(id: string): Promise<QrImport> {
    const { workspaceId } = requireActor();
    const { database, imports, clock } = this.parts;
    await this.get(id);
    await imports.cancel(database.manager, workspaceId, id, new Date(clock.now()));
    return this.get(id);
  }

  async rows(id: string, afterRow: number, limit: number): Promise<ImportRow[]> {
    await this.get(id);
    return this.parts.imports.rows(this.parts.database.manager, id, afterRow, limit);
  }
}
