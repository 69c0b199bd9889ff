import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { type Report, ReportAction, ReportState } from '@linqr/proto/link/v1/safety';
import { type FoundQrCode, FoundQrState } from '@linqr/proto/qr/v1/desk';
import { Body, Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { clientInfo } from '../http/request.js';
import { CONFIG } from '../tokens.js';
import { addressesOf, orNothing } from './addresses.js';
import { reportOneAnswer, reportsAnswer, reportsQuery, resolveBody } from './admin.dto.js';
import { presentAdminCode, presentReport } from './admin.presenter.js';
import { receivedAnswer, reportBody } from './forms.dto.js';

const STATES = {
  all: ReportState.REPORT_STATE_UNSPECIFIED,
  open: ReportState.REPORT_STATE_OPEN,
  resolved: ReportState.REPORT_STATE_RESOLVED,
  dismissed: ReportState.REPORT_STATE_DISMISSED,
} as const;
const ACTIONS = {
  disable_link: ReportAction.REPORT_ACTION_DISABLE_LINK,
  quarantine_link: ReportAction.REPORT_ACTION_QUARANTINE_LINK,
  disable_owner: ReportAction.REPORT_ACTION_DISABLE_OWNER,
  disable_code: ReportAction.REPORT_ACTION_DISABLE_CODE,
  dismiss: ReportAction.REPORT_ACTION_DISMISS,
} as const;

@ApiTags('Abuse reports')
@Controller()
export class ReportController {
  constructor(
    private readonly services: Services,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Post('report')
  @ApiRoute({
    summary: 'Report a short link or a QR code; the answer never tells whether it exists',
    access: 'public',
    answer: receivedAnswer,
    status: 202,
    errors: ['CSRF_TOKEN_INVALID'],
  })
  async file(@Body({ schema: reportBody }) { website, ...report }: z.output<typeof reportBody>, @Req() request: Request) {
    if (website) return { id: newId('rep') };
    return this.services.desk.safety.fileReport({ ...report, clientAddress: clientInfo(request).address });
  }

  @Get('report')
  @ApiRoute({ summary: 'The queue of abuse reports', access: 'admin', answer: reportsAnswer, lift: ['reports'] })
  async list(@Query({ schema: reportsQuery }) query: z.output<typeof reportsQuery>) {
    const { page, limit } = query;
    const { reports, total, open } = await this.services.desk.safety.listReports({ page, limit, state: STATES[query.state] });
    return { reports: await this.presentAll(reports), open, pagination: presentPagination(query, total) };
  }

  @Get('admin/reports/:id')
  @ApiRoute({ summary: 'One report with what was said', access: 'admin', answer: reportOneAnswer, errors: ['REPORT_NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return this.present(await this.services.desk.safety.getReport({ id }));
  }

  @Post('admin/reports/:id')
  @ApiRoute({
    summary: 'Act on a report: disable or quarantine the link, disable the QR code, disable the owner, or dismiss',
    access: 'admin',
    answer: reportOneAnswer,
    errors: ['REPORT_NOT_FOUND', 'CONFLICT', 'USER_NOT_FOUND', 'QR_CODE_NOT_FOUND'],
  })
  async resolve(@Param('id') id: string, @Body({ schema: resolveBody }) { action, note }: z.output<typeof resolveBody>) {
    const { safety } = this.services.desk;
    // The account or the code first: were the report closed and they left as they are, nobody would look again.
    if (action === 'disable_owner' || action === 'disable_code') {
      const report = await safety.getReport({ id });
      if (report.state !== ReportState.REPORT_STATE_OPEN) throw new AppError('CONFLICT', 'This report has been dealt with already.');
      const reason = note || report.reason;
      if (action === 'disable_code') await this.disableCode(report, reason);
      else await this.services.auth.setUserDisabled({ userId: await this.ownerOf(report), disabled: true, reason });
    }
    return this.present(await safety.resolveReport({ id, action: ACTIONS[action], note }));
  }

  private async disableCode({ qrId }: Report, reason: string): Promise<void> {
    if (!qrId) throw new AppError('CONFLICT', 'This report is about a link. Disable the link instead.');
    await this.services.desk.codes.setQrCodeState({ id: qrId, disabled: true, reason });
  }

  private async ownerOf({ link, qrId }: Report): Promise<string> {
    const ownerId = link?.ownerId ?? (await this.findCodes([qrId]))[0]?.ownerId;
    if (ownerId) return ownerId;
    throw new AppError('CONFLICT', 'What was reported is gone, and so there is no owner to be seen. Dismiss the report instead.');
  }

  private async findCodes(ids: string[]): Promise<FoundQrCode[]> {
    const wanted = [...new Set(ids)].filter(Boolean);
    if (wanted.length === 0) return [];
    const query = { page: 1, limit: 100, search: '', state: FoundQrState.FOUND_QR_STATE_UNSPECIFIED, workspaceId: '', ids: wanted };
    return (await this.services.desk.codes.findQrCodes(query)).codes;
  }

  private async present(report: Report) {
    const [presented] = await this.presentAll([report]);
    const entries = report.entries.map(({ reportedAt, ...entry }) => ({ ...entry, reportedAt: reportedAt ?? '' }));
    return { report: { ...presented!, entries } };
  }

  /** Codes come from another part; without them a queue is still a queue. */
  private async presentAll(reports: Report[]) {
    const codes = (await orNothing(this.findCodes(reports.map(({ qrId }) => qrId)))) ?? [];
    const addresses = await addressesOf(this.services, [
      ...reports.flatMap(({ link, resolvedBy }) => [link?.ownerId ?? '', resolvedBy]),
      ...codes.map(({ ownerId }) => ownerId),
    ]);
    const codeOf = new Map(codes.map((code) => [code.id, presentAdminCode(code, this.config.APP_ORIGIN, addresses)]));
    return reports.map((report) => presentReport(report, codeOf.get(report.qrId) ?? null, addresses));
  }
}
