import type { Clock } from '@linqr/platform/clock';
import { requireAdmin } from '@linqr/platform/context';
import { isId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import { qrCodeNotFound } from '../codes/qr-code.errors.js';
import { qrCodeChanged } from '../codes/qr-code.events.js';
import { adminActed, ownerTold } from './code-state.events.js';
import type { CodeStateRepository } from './code-state.repository.js';
import { type CodeSearch, type RestrainedCode, withDisabled } from './restrained-code.js';

export interface CodeStatesParts {
  database: DataSource;
  states: CodeStateRepository;
  /** The public address of a code. */
  addressOf: (id: string) => string;
  clock: Clock;
}

/** Single codes of anybody, as admins find them and take them down. */
export class CodeStates {
  constructor(private readonly parts: CodeStatesParts) {}

  async find(wanted: CodeSearch): Promise<{ codes: RestrainedCode[]; total: number }> {
    requireAdmin();
    return this.parts.states.search(this.parts.database.manager, wanted);
  }

  /** Version, event, record and mail are one transaction. What is so already stays as it is, and nobody is told. */
  async set(id: string, disabled: boolean, reason: string): Promise<RestrainedCode> {
    const actor = requireAdmin();
    if (!isId('qr', id)) throw qrCodeNotFound();
    const { database, states, addressOf, clock } = this.parts;
    return database.transaction(async (manager) => {
      const before = await states.lock(manager, id);
      if (!before) throw qrCodeNotFound();
      const code = withDisabled(before.code, disabled, reason, clock.now());
      if (code === before.code) return before;
      await states.write(manager, code, actor);
      const address = addressOf(id);
      await appendToOutbox(manager, [
        qrCodeChanged('state_changed', code),
        adminActed(code, actor.userId, address, reason),
        ownerTold(code, address, reason),
      ]);
      return { ...before, code };
    });
  }
}
