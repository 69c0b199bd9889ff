import { toAppError } from '@linqr/platform/errors';
import type { QrTemplate } from '@linqr/proto/qr/v1/qr';
import { DEFAULT_SIZE, toCustomization as describeDesign, QR_TEMPLATES } from '@linqr/qr-render';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { createTemplateBody, ownTemplateAnswer, templatesAnswer } from './qr-code.dto.js';
import { presentCustomization, toCustomization } from './qr-code.presenter.js';

const OWN_TIMEOUT_MS = 3_000;

/** Designs to start from: ours and the workspace's own. */
@ApiTags('QR codes')
@Controller('qrcodes/templates')
export class QrTemplateController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiRoute({
    summary: 'Preset designs and your own, ready to be sent as the customization of a code',
    access: 'signed-in',
    answer: templatesAnswer,
  })
  async list() {
    return {
      templates: QR_TEMPLATES.map(({ key, name, design }) => ({
        key,
        name,
        customization: describeDesign({ design, size: DEFAULT_SIZE }),
      })),
      own: await this.own(),
    };
  }

  /** null while the qr service is away: ours need none. */
  private async own() {
    try {
      const { templates } = await this.services.qr.listQrTemplates({}, { timeoutMs: OWN_TIMEOUT_MS });
      return templates.map(present);
    } catch (error) {
      if (toAppError(error).httpStatus < 500) throw error;
      return null;
    }
  }

  @Post()
  @ApiRoute({
    summary: 'Keep a design as a template of your own (100 at most)',
    access: 'signed-in',
    status: 201,
    answer: ownTemplateAnswer,
    errors: ['QR_NOT_SCANNABLE'],
  })
  async create(@Body({ schema: createTemplateBody }) { name, customization }: z.output<typeof createTemplateBody>) {
    return present(await this.services.qr.createQrTemplate({ name, customization: toCustomization(customization) }));
  }

  @Delete(':id')
  @ApiRoute({
    summary: 'Delete a template of your own; codes that look like it stay as they are',
    access: 'signed-in',
    answer: z.object({ id: z.string() }),
    errors: ['NOT_FOUND'],
  })
  async remove(@Param('id') id: string) {
    await this.services.qr.deleteQrTemplate({ id });
    return { id };
  }
}

function present({ id, name, customization, createdAt }: QrTemplate) {
  return { id, _id: id, name, customization: presentCustomization(customization), createdAt: createdAt ?? '' };
}
