import type { Clock } from '@linqr/platform/clock';
import { requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import { adminAction } from '../audit/admin-action.js';
import type { AdminActionRepository } from '../audit/admin-action.repository.js';
import { mailRequested } from '../link-states/link-state.events.js';
import type { DeskThrottle } from '../reports/desk-throttle.js';
import type { ContactMessage, ContactRepository } from './contact.repository.js';
import type { SendMessageInput } from './contact.schemas.js';

export interface ContactDeskParts {
  database: DataSource;
  messages: ContactRepository;
  actions: AdminActionRepository;
  throttle: DeskThrottle;
  clock: Clock;
}

/** The contact form: kept here and mailed to the operator in one transaction, so that neither happens alone. */
export class ContactDesk {
  constructor(private readonly parts: ContactDeskParts) {}

  async send(input: SendMessageInput): Promise<{ id: string }> {
    const { database, messages, throttle, clock } = this.parts;
    const createdAt = new Date(clock.now());
    await throttle.spend('contact', input.clientAddress, createdAt);
    const { clientAddress: _, ...facts } = input;
    const id = newId('msg', createdAt.getTime());
    await database.transaction(async (manager) => {
      await messages.insert(manager, { id, ...facts, createdAt });
      await appendToOutbox(manager, [mailRequested('contact_message', {}, facts, createdAt)]);
    });
    return { id };
  }

  async list(query: { page: number; limit: number; state: 'open' | 'done' | 'any' }) {
    requireAdmin();
    return this.parts.messages.list(this.parts.database.manager, query);
  }

  async setState(id: string, state: 'open' | 'done'): Promise<ContactMessage> {
    const actor = requireAdmin();
    const { database, messages, actions, clock } = this.parts;
    return database.transaction(async (manager) => {
      const message = isId('msg', id) ? await messages.lock(manager, id) : undefined;
      if (!message) throw new AppError('MESSAGE_NOT_FOUND', 'Message not found');
      if (message.state === state) return message;
      const at = new Date(clock.now());
      await messages.setState(manager, id, state, actor.userId, at);
      const action = state === 'done' ? 'message.done' : 'message.reopened';
      await actions.add(manager, adminAction({ at, actorId: actor.userId, action, targetId: id, target: message.subject, reason: '' }));
      return { ...message, state, doneAt: state === 'done' ? at : null };
    });
  }
}
