import { FoundQrState } from '@linqr/proto/qr/v1/desk';
import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { CONFIG } from '../tokens.js';
import { addressesOf, workspaceOf } from './addresses.js';
import { codeAnswer, codeStateBody, codesAnswer, codesQuery } from './admin.dto.js';
import { presentAdminCode } from './admin.presenter.js';

const STATES = {
  all: FoundQrState.FOUND_QR_STATE_UNSPECIFIED,
  active: FoundQrState.FOUND_QR_STATE_ACTIVE,
  archived: FoundQrState.FOUND_QR_STATE_ARCHIVED,
  disabled: FoundQrState.FOUND_QR_STATE_DISABLED,
} as const;

@ApiTags('Admin')
@Controller('admin/qrcodes')
export class AdminCodesController {
  constructor(
    private readonly services: Services,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'QR codes of all accounts, by address, content or state',
    access: 'admin',
    answer: codesAnswer,
    errors: ['USER_NOT_FOUND'],
  })
  async find(@Query({ schema: codesQuery }) query: z.output<typeof codesQuery>) {
    const { codes, total } = await this.services.desk.codes.findQrCodes({
      page: query.page,
      limit: query.limit,
      search: query.search,
      state: STATES[query.state],
      workspaceId: query.userId ? await workspaceOf(this.services, query.userId) : '',
      ids: [],
    });
    const addresses = await addressesOf(
      this.services,
      codes.map(({ ownerId }) => ownerId),
    );
    const qrCodes = codes.map((code) => presentAdminCode(code, this.config.APP_ORIGIN, addresses));
    return { qrCodes, pagination: presentPagination(query, total) };
  }

  @Post(':id/state')
  @ApiRoute({
    summary: 'Take one QR code down with its short link, or let it go; every edge obeys within a second, its owner is told by mail',
    access: 'admin',
    answer: codeAnswer,
    errors: ['QR_CODE_NOT_FOUND'],
  })
  async setState(@Param('id') id: string, @Body({ schema: codeStateBody }) { state, reason }: z.output<typeof codeStateBody>) {
    const code = await this.services.desk.codes.setQrCodeState({ id, disabled: state === 'disabled', reason });
    return { qrCode: presentAdminCode(code, this.config.APP_ORIGIN, await addressesOf(this.services, [code.ownerId])) };
  }
}
