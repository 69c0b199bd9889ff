import { requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/link/v1/safety';
import { Controller } from '@nestjs/common';
import { DestinationPolicy } from '../destinations/destination.policy.js';
import { LinkStates } from '../link-states/link-states.js';
import { ShortUrls } from '../links/link.mapping.js';
import { ReportDesk } from '../reports/report.desk.js';
import { ReportIntake } from '../reports/report.intake.js';
import { fileReportSchema, listReportsSchema, resolveReportSchema } from '../reports/report.schemas.js';
import { SafetyDesk } from './safety.desk.js';
import { toFoundLink, toReportMessage } from './safety.mapping.js';
import {
  checkDestinationsSchema,
  countWorkspaceLinksSchema,
  figuresSchema,
  findLinksSchema,
  pageSchema,
  setLinkStateSchema,
} from './safety.schemas.js';

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.SafetyServiceService)
export class SafetyController implements Handlers<typeof wire.SafetyServiceService> {
  constructor(
    private readonly destinations: DestinationPolicy,
    private readonly intake: ReportIntake,
    private readonly reports: ReportDesk,
    private readonly states: LinkStates,
    private readonly desk: SafetyDesk,
    private readonly shortUrls: ShortUrls,
  ) {}

  async checkDestinations(request: wire.CheckDestinationsRequest): Promise<wire.CheckDestinationsResponse> {
    const { urls } = parseInput(checkDestinationsSchema, request);
    const checked: string[] = [];
    for (const [i, url] of urls.entries()) checked.push(await this.checkOne(url, `urls.${i}`));
    return { urls: checked };
  }

  async fileReport(request: wire.FileReportRequest): Promise<wire.FileReportResponse> {
    return this.intake.file(parseInput(fileReportSchema, request));
  }

  async listReports(request: wire.ListReportsRequest): Promise<wire.ListReportsResponse> {
    const { reports, total, open } = await this.reports.list(parseInput(listReportsSchema, request));
    return { reports: reports.map((one) => toReportMessage(one, this.shortUrls)), total, open };
  }

  async getReport({ id }: wire.GetReportRequest): Promise<wire.Report> {
    return toReportMessage(await this.reports.get(id), this.shortUrls);
  }

  async resolveReport(request: wire.ResolveReportRequest): Promise<wire.Report> {
    const { id, action, note } = parseInput(resolveReportSchema, request);
    return toReportMessage(await this.reports.resolve(id, action, note), this.shortUrls);
  }

  async findLinks(request: wire.FindLinksRequest): Promise<wire.FindLinksResponse> {
    const { links, total } = await this.desk.findLinks(parseInput(findLinksSchema, request));
    return { links: links.map((one) => toFoundLink(one, this.shortUrls)), total };
  }

  async setLinkState(request: wire.SetLinkStateRequest): Promise<wire.FoundLink> {
    requireAdmin();
    const { id, state, reason } = parseInput(setLinkStateSchema, request);
    return toFoundLink(await this.states.set(id, state, reason), this.shortUrls);
  }

  async countWorkspaceLinks(request: wire.CountWorkspaceLinksRequest): Promise<wire.CountWorkspaceLinksResponse> {
    const counts = await this.desk.countLinks(parseInput(countWorkspaceLinksSchema, request).workspaceIds);
    return { counts: [...counts].map(([workspaceId, links]) => ({ workspaceId, links })) };
  }

  async getLinkFigures(request: wire.GetLinkFiguresRequest): Promise<wire.LinkFigures> {
    const { from, to } = parseInput(figuresSchema, request);
    const { series, ...figures } = await this.desk.figures(from, to);
    return { ...figures, series: series.map(({ day, count }) => ({ day: day.toISOString(), count })) };
  }

  async listAdminActions(request: wire.ListAdminActionsRequest): Promise<wire.ListAdminActionsResponse> {
    const { actions, total } = await this.desk.actions(parseInput(pageSchema, request));
    return { actions: actions.map(({ at, ...action }) => ({ ...action, at: at.toISOString() })), total };
  }

  private async checkOne(url: string, field: string): Promise<string> {
    try {
      return await this.destinations.check(url);
    } catch (error) {
      if (!(error instanceof AppError) || error.details.length === 0) throw error;
      throw new AppError(error.code, error.message, { details: [{ field, message: error.message }], cause: error });
    }
  }
}
