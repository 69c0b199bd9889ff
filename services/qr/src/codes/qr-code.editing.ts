import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError, toAppError, validationFailed } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import type { DestinationCheck } from '../safety/destination-check.js';
import { contentAtFault } from '../short-links/content-at-fault.js';
import type { LinkClient, ShortLink } from '../short-links/short-link.js';
import type { QrDrawing } from './qr-code.drawing.js';
import { qrCodeNotFound } from './qr-code.errors.js';
import { qrCodeChanged } from './qr-code.events.js';
import { type QrChangeKind, type QrCode, styledSizeOf } from './qr-code.js';
import type { QrCodeRepository } from './qr-code.repository.js';
import type { UpdateQrCodeInput } from './qr-code.schemas.js';

/** Drawing happens outside the transaction; so many changes by others in between mean that something is wrong. */
const MAX_ATTEMPTS = 5;

const CHECK_TIMEOUT_MS = 1_500;

export interface QrCodeEditingParts {
  database: DataSource;
  codes: QrCodeRepository;
  drawing: QrDrawing;
  links: LinkClient;
  destinations: DestinationCheck;
  clock: Clock;
}

/** What an edit leads to; `code` itself: nothing is written. */
type Edit = (code: QrCode) => Promise<QrCode>;

/** Changes and deletes codes. */
export class QrCodeEditing {
  constructor(private readonly parts: QrCodeEditingParts) {}

  async update(input: UpdateQrCodeInput): Promise<QrCode> {
    return this.change(input.id, 'updated', async (code) => {
      const { drawing } = this.parts;
      const type = input.type ?? code.type;
      if (type !== 'url' && code.shortLinkId !== '')
        throw validationFailed({ field: 'type', message: 'A code with a short link stays a website code.' });
      const newContent = input.content !== undefined || type !== code.type;
      const content = newContent ? drawing.encode(code.id, type, input.content ?? code.content) : code;
      if (type === 'url' && content.content !== code.content) await this.parts.destinations.refuseBlocked(content.content);
      if (code.shortLinkId !== '' && content.content !== code.content) await this.checkForLink(content.content);
      const encodesShortUrl = input.encodesShortUrl ?? code.encodesShortUrl;
      if (encodesShortUrl && code.shortUrl === '')
        throw validationFailed({ field: 'encodes', message: 'Give this code a short link first.' });
      const edited = await this.withPayload(
        { ...code, type, content: content.content, encodesShortUrl },
        type === 'url' ? undefined : content.payload,
        input.customization,
      );
      return {
        ...edited,
        title: input.name ?? code.title,
        description: input.description ?? code.description,
        archivedAt: input.archived === undefined ? code.archivedAt : input.archived ? (code.archivedAt ?? this.now()) : null,
      };
    });
  }

  /** `keepShortLink`: its link stays and becomes one like any other; else it goes too. */
  async delete(id: string, keepShortLink = false): Promise<void> {
    await this.change(id, 'deleted', async (code) => ({ ...code, deletedAt: this.now() }), keepShortLink);
  }

  /** A code that got its short link meanwhile keeps that. */
  async attachShortLink(id: string, link: ShortLink): Promise<QrCode> {
    return this.change(id, 'updated', async (code) => (code.shortLinkId === '' ? linked(code, link) : code));
  }

  /** The link is gone: the image goes back to the code's own address. */
  async detachShortLink(id: string, linkId: string): Promise<QrCode> {
    return this.change(id, 'updated', async (code) => {
      if (code.shortLinkId !== linkId) return code;
      return this.withAddress({ ...linked(code, { linkId: '', url: '', slug: '' }), encodesShortUrl: false });
    });
  }

  /** The link has another address now. */
  async moveShortLink(id: string, link: ShortLink): Promise<QrCode> {
    return this.change(id, 'updated', async (code) => {
      if (code.shortLinkId !== link.linkId || code.shortUrl === link.url) return code;
      return this.withAddress(linked(code, link));
    });
  }

  /**
   * The code with an address that nobody chose for it. A logo that hides too much of the new one goes: the news of the address
   * must not wait for somebody who makes it smaller, and neither must the news behind it.
   */
  private async withAddress(code: QrCode): Promise<QrCode> {
    try {
      return await this.withPayload(code);
    } catch (error) {
      if (toAppError(error).code !== 'QR_NOT_SCANNABLE') throw error;
      return this.withPayload({ ...code, design: { ...code.design, logo: null } });
    }
  }

  /** The code with the payload that goes with what it is, drawn anew where payload or design differ. `payload`: of a code that is no url. */
  private async withPayload(code: QrCode, native?: string, customization?: UpdateQrCodeInput['customization']): Promise<QrCode> {
    const { drawing } = this.parts;
    const address = code.encodesShortUrl ? code.shortUrl : drawing.addressOf(code.id);
    const payload = code.type === 'url' ? address : (native ?? code.payload);
    if (payload === code.payload && customization === undefined) return code;
    const styled = await drawing.style(code.workspaceId, payload, customization, styledSizeOf(code));
    return { ...code, payload, ...styled, ...(await drawing.images(payload, styled)) };
  }

  /** The link follows the code, so what the code is to say must be what a link may say. Without an answer the link service decides later. */
  private async checkForLink(content: string): Promise<void> {
    try {
      await this.parts.links.checkDestination({ originalUrl: content }, { timeoutMs: CHECK_TIMEOUT_MS });
    } catch (error) {
      if (toAppError(error).httpStatus < 500) throw contentAtFault(error);
    }
  }

  /** Applies an edit to the code as it is; again when somebody else was faster. */
  private async change(id: string, kind: QrChangeKind, edit: Edit, keepsShortLink = false): Promise<QrCode> {
    const actor = requireActor();
    const { database, codes } = this.parts;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = isId('qr', id) ? await codes.find(database.manager, actor.workspaceId, id) : undefined;
      if (!before) throw qrCodeNotFound();
      const edited = await edit(before);
      if (edited === before) return before;
      const after = { ...edited, version: before.version + 1, updatedAt: this.now() };
      const written = await database.transaction(async (manager) => {
        if (!(await codes.update(manager, after, kind, actor))) return false;
        await appendToOutbox(manager, [qrCodeChanged(kind, after, keepsShortLink)]);
        return true;
      });
      if (written) return after;
    }
    throw new AppError('CONFLICT', 'This QR code is being changed by somebody else. Please try again.', { retryAfterSeconds: 1 });
  }

  private now(): Date {
    return new Date(this.parts.clock.now());
  }
}

function linked(code: QrCode, { linkId, url, slug }: ShortLink): QrCode {
  return { ...code, shortLinkId: linkId, shortUrl: url, shortId: slug };
}
