import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError, validationFailed } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import { isUniqueViolation } from '@linqr/platform/postgres';
import type { DataSource } from 'typeorm';
import type { QrDrawing } from '../codes/qr-code.drawing.js';
import type { CreateTemplateInput } from '../codes/qr-code.schemas.js';
import type { QrTemplate } from './template.js';
import type { TemplateRepository } from './template.repository.js';

const MAX_TEMPLATES = 100;

export interface TemplateKeepingParts {
  database: DataSource;
  templates: TemplateRepository;
  drawing: QrDrawing;
  clock: Clock;
}

/** The workspace's own designs. */
export class TemplateKeeping {
  constructor(private readonly parts: TemplateKeepingParts) {}

  async list(): Promise<QrTemplate[]> {
    const { workspaceId } = requireActor();
    return this.parts.templates.list(this.parts.database.manager, workspaceId, MAX_TEMPLATES);
  }

  /** Judged, branded and its logo re-encoded like a code's that has the usual length. */
  async create({ name, customization }: CreateTemplateInput): Promise<QrTemplate> {
    const actor = requireActor();
    const { database, templates, drawing, clock } = this.parts;
    const now = clock.now();
    const id = newId('qrt', now);
    const styled = await drawing.style(actor.workspaceId, drawing.addressOf(newId('qr', now)), customization, undefined);
    const template: QrTemplate = { id, name, ...styled, createdAt: new Date(now) };
    try {
      const kept = await database.transaction((manager) => templates.insert(manager, actor, template, MAX_TEMPLATES));
      if (!kept) throw validationFailed({ field: 'name', message: `You have ${MAX_TEMPLATES} templates. Delete one first.` });
    } catch (error) {
      if (!isUniqueViolation(error, 'qr_templates_name')) throw error;
      throw validationFailed({ field: 'name', message: 'You have a template of this name. Choose another.' });
    }
    return template;
  }

  async delete(id: string): Promise<void> {
    const { workspaceId } = requireActor();
    const { database, templates } = this.parts;
    if (isId('qrt', id) && (await templates.delete(database.manager, workspaceId, id))) return;
    throw new AppError('NOT_FOUND', 'There is no such template.');
  }
}
