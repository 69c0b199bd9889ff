import { requireActor } from '@linqr/platform/context';
import { AppError, toAppError, validationFailed } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import type { QrCodeEditing } from '../codes/qr-code.editing.js';
import type { QrCode } from '../codes/qr-code.js';
import type { QrCodeReading } from '../codes/qr-code.reading.js';
import type { AddShortLinkInput } from '../codes/qr-code.schemas.js';
import { contentAtFault } from './content-at-fault.js';
import type { LinkClient } from './short-link.js';

export interface ShortLinkAddingParts {
  reading: QrCodeReading;
  editing: QrCodeEditing;
  links: LinkClient;
  logger: Logger;
}

/**
 * Gives a code its short link. The link service knows one link per code: a repetition, also after a crash between the two
 * writes, finds the link that was made the first time.
 */
export class ShortLinkAdding {
  constructor(private readonly parts: ShortLinkAddingParts) {}

  /** A code that has its short link is answered as it is. Costs one link of the plan; a refusal costs nothing. */
  async add({ id, customAlias, domain }: AddShortLinkInput): Promise<QrCode> {
    requireActor();
    const { reading, editing, links } = this.parts;
    const code = await reading.get(id);
    if (code.shortLinkId !== '') return code;
    if (code.disabledAt)
      throw new AppError('CONFLICT', 'This QR code was switched off by an administrator, so it cannot get a short link.');
    if (code.type !== 'url') throw validationFailed({ field: 'type', message: 'Only a code that opens a website can have a short link.' });
    const link = await links
      .createLink({
        originalUrl: code.content,
        title: code.title || undefined,
        customAlias,
        domain,
        qrId: id,
        tags: [],
        rules: [],
        variants: [],
      })
      .catch((error: unknown) => {
        throw contentAtFault(error);
      });
    try {
      return await editing.attachShortLink(id, { linkId: link.id, url: link.shortUrl, slug: link.slug });
    } catch (error) {
      if (toAppError(error).code === 'QR_CODE_NOT_FOUND') await this.takeBack(link.id);
      throw error;
    }
  }

  /** The code went while its link was made. */
  private async takeBack(linkId: string): Promise<void> {
    await this.parts.links.deleteLink({ id: linkId }).catch((error: unknown) => {
      this.parts.logger.warn({ err: error, linkId }, 'short link of a deleted code could not be removed');
    });
  }
}
