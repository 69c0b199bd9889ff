import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { type Report, ReportAction, ReportState } from '@linqr/proto/link/v1/safety';
import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { presentPagination } from '../http/pagination.js';
import { clientInfo } from '../http/request.js';
import { addressesOf } from './addresses.js';
import { reportOneAnswer, reportsAnswer, reportsQuery, resolveBody } from './admin.dto.js';
import { presentReport } from './admin.presenter.js';
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
  dismiss: ReportAction.REPORT_ACTION_DISMISS,
} as const;

@ApiTags('Abuse reports')
@Controller()
export class ReportController {
  constructor(private readonly services: Services) {}

  @Post('report')
  @ApiRoute({
    summary: 'Report a short link; the answer never tells whether it exists',
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
    const addresses = await addressesOf(this.services, reports.flatMap(people));
    return { reports: reports.map((report) => presentReport(report, addresses)), open, pagination: presentPagination(query, total) };
  }

  @Get('admin/reports/:id')
  @ApiRoute({ summary: 'One report with what was said', access: 'admin', answer: reportOneAnswer, errors: ['REPORT_NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return this.present(await this.services.desk.safety.getReport({ id }));
  }

  @Post('admin/reports/:id')
  @ApiRoute({
    summary: 'Act on a report: disable or quarantine the link, disable its owner, or dismiss',
    access: 'admin',
    answer: reportOneAnswer,
    errors: ['REPORT_NOT_FOUND', 'CONFLICT', 'USER_NOT_FOUND'],
  })
  async resolve(@Param('id') id: string, @Body({ schema: resolveBody }) { action, note }: z.output<typeof resolveBody>) {
    const { safety } = this.services.desk;
    if (action === 'disable_owner') {
      const report = await safety.getReport({ id });
      if (report.state !== ReportState.REPORT_STATE_OPEN) throw new AppError('CONFLICT', 'This report has been dealt with already.');
      if (!report.link) throw new AppError('CONFLICT', 'There is no such link any more, and so no owner. Dismiss the report instead.');
      // The account first: were the report closed and the account left open, nobody would look again.
      await this.services.auth.setUserDisabled({ userId: report.link.ownerId, disabled: true, reason: note || report.reason });
    }
    return this.present(await safety.resolveReport({ id, action: ACTIONS[action], note }));
  }

  private async present(report: Report) {
    const addresses = await addressesOf(this.services, people(report));
    const entries = report.entries.map(({ reportedAt, ...entry }) => ({ ...entry, reportedAt: reportedAt ?? '' }));
    return { report: { ...presentReport(report, addresses), entries } };
  }
}

function people({ link, resolvedBy }: Report): string[] {
  return [link?.ownerId ?? '', resolvedBy];
}
