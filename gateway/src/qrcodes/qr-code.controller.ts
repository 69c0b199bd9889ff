import { type Logger } from '@linqr/platform/logging';
import { CountedEntity } from '@linqr/proto/analytics/v1/analytics';
import type { QrCode } from '@linqr/proto/qr/v1/qr';
import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { type AnalyticsQuery, analyticsAnswer, analyticsQuery } from '../analytics/analytics.dto.js';
import { presentAnalytics, toFilter, toWindow } from '../analytics/analytics.presenter.js';
import { analyticsCsv } from '../analytics/csv.js';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute, FILE } from '../http/api-route.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { presentPagination } from '../http/pagination.js';
import { countsOf } from '../links/link-counts.js';
import { CONFIG, LOGGER } from '../tokens.js';
import {
  createQrBody,
  deleteQrQuery,
  exportQuery,
  listQrQuery,
  qrCodeAnswer,
  qrCodesAnswer,
  shortLinkBody,
  updateQrBody,
} from './qr-code.dto.js';
import { FORMATS, presentQrCode, toCustomization, toQrType } from './qr-code.presenter.js';

const qrAnalyticsAnswer = analyticsAnswer
  .extend({
    totalScans: z.number(),
    uniqueScans: z.number(),
    weeklyScans: z.number(),
    scansByDate: z.array(z.object({ date: z.string(), scans: z.number() })),
    scansByDevice: z.array(z.object({ device: z.string(), scans: z.number() })),
    scansByLocation: z.array(z.object({ country: z.string(), scans: z.number() })),
    deviceBreakdown: z.object({ mobile: z.number(), desktop: z.number(), tablet: z.number() }),
    analytics: z.object({
      totalClicks: z.number(),
      uniqueClicks: z.number(),
      topDevices: z.array(z.object({ device: z.string(), count: z.number() })),
    }),
  })
  .meta({ id: 'QrAnalytics' });

@ApiTags('QR codes')
@Controller('qrcodes')
export class QrCodeController {
  constructor(
    private readonly services: Services,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('generate')
  @ApiRoute({
    summary: 'Create a QR code',
    access: 'signed-in',
    answer: qrCodeAnswer,
    status: 201,
    errors: ['DESTINATION_NOT_ALLOWED', 'PLAN_LIMIT_REACHED', 'PLAN_FEATURE_REQUIRED', 'QR_NOT_SCANNABLE'],
  })
  async create(@Body({ schema: createQrBody }) body: z.output<typeof createQrBody>, @IdempotencyKey() key: string | undefined) {
    const code = await this.services.qr.createQrCode({
      type: toQrType(body.type),
      content: body.content,
      name: body.name ?? undefined,
      description: body.description ?? undefined,
      customization: body.customization ? toCustomization(body.customization) : undefined,
      idempotencyKey: key,
    });
    return presentQrCode(code, this.config.APP_ORIGIN, { id: code.id, clicks: 0, uniqueClicks: 0, sparkline: [] });
  }

  @Get()
  @ApiRoute({ summary: "List the workspace's QR codes", access: 'signed-in', answer: qrCodesAnswer, lift: ['qrCodes', 'pagination'] })
  async list(@Query({ schema: listQrQuery }) query: z.output<typeof listQrQuery>) {
    const { qrCodes, total, nextCursor } = await this.services.qr.listQrCodes({
      page: query.page,
      limit: query.limit,
      cursor: query.cursor,
      search: query.search,
      includeArchived: query.show === 'all',
      type: query.type ? toQrType(query.type) : undefined,
      createdFrom: query.createdFrom,
      createdTo: query.createdTo,
      ids: [],
      withoutImages: false,
    });
    const count = await countsOf(
      this.services,
      this.logger,
      CountedEntity.COUNTED_ENTITY_QR_CODE,
      qrCodes.map((c) => c.id),
    );
    return {
      qrCodes: qrCodes.map((c) => presentQrCode(c, this.config.APP_ORIGIN, count(c.id))),
      pagination: presentPagination(query, total, nextCursor),
    };
  }

  @Get(':id')
  @ApiRoute({ summary: 'One QR code', access: 'signed-in', answer: qrCodeAnswer, errors: ['QR_CODE_NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return this.withCounts(await this.services.qr.getQrCode({ id }));
  }

  @Put(':id')
  @ApiRoute({
    summary: 'Change a QR code; fields left out stay as they are',
    access: 'signed-in',
    answer: qrCodeAnswer,
    errors: ['QR_CODE_NOT_FOUND', 'DESTINATION_NOT_ALLOWED', 'PLAN_FEATURE_REQUIRED', 'QR_NOT_SCANNABLE'],
  })
  async update(@Param('id') id: string, @Body({ schema: updateQrBody }) body: z.output<typeof updateQrBody>) {
    const code = await this.services.qr.updateQrCode({
      id,
      content: body.content,
      type: body.type ? toQrType(body.type) : undefined,
      name: body.name ?? undefined,
      description: body.description ?? undefined,
      customization: body.customization ? toCustomization(body.customization) : undefined,
      archived: body.archived,
      encodesShortUrl: body.encodes === undefined ? undefined : body.encodes === 'shortUrl',
    });
    return this.withCounts(code);
  }

  @Delete(':id')
  @ApiRoute({ summary: 'Delete a QR code', access: 'signed-in', answer: z.object({ id: z.string() }), errors: ['QR_CODE_NOT_FOUND'] })
  async remove(@Param('id') id: string, @Query({ schema: deleteQrQuery }) { keepShortLink }: z.output<typeof deleteQrQuery>) {
    await this.services.qr.deleteQrCode({ id, keepShortLink });
    return { id };
  }

  @Get(':id/export')
  @ApiRoute({
    summary: 'The code as PNG, SVG, PDF, JPEG or WebP',
    access: 'signed-in',
    answer: FILE,
    media: ['image/png', 'image/svg+xml', 'application/pdf', 'image/jpeg', 'image/webp'],
    errors: ['QR_CODE_NOT_FOUND'],
  })
  async export(@Param('id') id: string, @Query({ schema: exportQuery }) query: z.output<typeof exportQuery>) {
    const file = await this.services.qr.exportQrCode({
      id,
      format: FORMATS[query.format],
      size: query.size ?? 0,
      millimetres: query.millimetres ?? 0,
      dpi: query.dpi ?? 0,
    });
    return new StreamableFile(file.content, {
      type: file.contentType,
      disposition: `attachment; filename="${file.fileName.replace(/[^\w.-]/g, '_')}"`,
    });
  }

  @Get(':id/analytics')
  @ApiRoute({
    summary: 'Analytics of one QR code',
    access: 'signed-in',
    answer: qrAnalyticsAnswer,
    media: ['text/csv'],
    errors: ['QR_CODE_NOT_FOUND'],
  })
  async analytics(@Param('id') id: string, @Query({ schema: analyticsQuery }) query: AnalyticsQuery) {
    await this.services.qr.getQrCode({ id });
    const a = presentAnalytics(
      await this.services.analytics.getQrAnalytics({ qrId: id, window: toWindow(query), filter: toFilter(query) }),
      query,
    );
    if (query.format === 'csv')
      return new StreamableFile(Buffer.from(analyticsCsv(a)), {
        type: 'text/csv; charset=utf-8',
        disposition: 'attachment; filename="linqr-qr.csv"',
      });
    const byDevice = (type: string) => a.devices.find((d) => d.type.toLowerCase() === type)?.clicks ?? 0;
    return {
      ...a,
      totalScans: a.totalClicks,
      uniqueScans: a.uniqueClicks,
      weeklyScans: a.weekClicks,
      scansByDate: a.series.map((p) => ({ date: p.at, scans: p.clicks })),
      scansByDevice: a.devices.map((d) => ({ device: d.type, scans: d.clicks })),
      scansByLocation: a.countries.map((c) => ({ country: c.name, scans: c.clicks })),
      deviceBreakdown: { mobile: byDevice('mobile'), desktop: byDevice('desktop'), tablet: byDevice('tablet') },
      analytics: {
        totalClicks: a.totalClicks,
        uniqueClicks: a.uniqueClicks,
        topDevices: a.devices.map((d) => ({ device: d.type, count: d.clicks })),
      },
    };
  }

  @Post(':id/short-link')
  @ApiRoute({
    summary: 'Give a code that opens a website its short link; a code that has one answers as it is. Costs one link of the plan',
    access: 'signed-in',
    answer: qrCodeAnswer,
    errors: ['QR_CODE_NOT_FOUND', 'LINK_ALIAS_TAKEN', 'PLAN_LIMIT_REACHED', 'DESTINATION_NOT_ALLOWED', 'CONFLICT'],
  })
  async shortLink(@Param('id') id: string, @Body({ schema: shortLinkBody }) body: z.output<typeof shortLinkBody>) {
    const { customAlias, domain } = body;
    return this.withCounts(await this.services.qr.addShortLink({ id, customAlias: customAlias || undefined, domain: domain || undefined }));
  }

  private async withCounts(code: QrCode) {
    const count = await countsOf(this.services, this.logger, CountedEntity.COUNTED_ENTITY_QR_CODE, [code.id]);
    return presentQrCode(code, this.config.APP_ORIGIN, count(code.id));
  }
}
