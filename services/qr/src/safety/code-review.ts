import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import type { CodeBlockRepository } from './code-block.repository.js';
import { codesOfWorkspaceChanged } from './code-safety.events.js';
import { type DestinationCheck, MAX_AT_ONCE } from './destination-check.js';

export interface CodeReviewParts {
  database: DataSource;
  destinations: DestinationCheck;
  blocks: CodeBlockRepository;
  clock: Clock;
  logger: Logger;
}

interface Row {
  id: string;
  workspaceId: string;
  content: string;
}

/** Holds codes against the block lists as they are now: what is on one opens nothing until it is not. */
export class CodeReview {
  constructor(private readonly parts: CodeReviewParts) {}

  /** Rejects when the link service cannot tell; doing it again changes nothing. */
  async review(ids: readonly string[]): Promise<void> {
    for (let i = 0; i < ids.length; i += MAX_AT_ONCE) await this.reviewSome(ids.slice(i, i + MAX_AT_ONCE));
  }

  private async reviewSome(ids: readonly string[]): Promise<void> {
    const { database, destinations, blocks, clock, logger } = this.parts;
    const codes = await database.query<Row[]>(
      `select id, workspace_id as "workspaceId", content from qr_codes where id = any($1) and type = 'url' and deleted_at is null`,
      [ids],
    );
    if (codes.length === 0) return;
    const blocked = await destinations.findBlocked(codes.map(({ content }) => content));
    for (const [i, code] of codes.entries()) {
      const now = new Date(clock.now());
      await database.transaction(async (manager) => {
        // Only for the content that was judged: another one is judged by its own event.
        const same = await manager.query<unknown[]>(
          `select 1 from qr_codes where id = $1 and content = $2 and deleted_at is null for share`,
          [code.id, code.content],
        );
        if (same.length === 0 || !(await blocks.set(manager, code, blocked[i]!, now))) return;
        await appendToOutbox(manager, [codesOfWorkspaceChanged(code.workspaceId, now)]);
        logger.info({ qrId: code.id, blocked: blocked[i] }, 'a code was switched by the block lists');
      });
    }
  }
}
