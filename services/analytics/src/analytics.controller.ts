import { requireActor } from '@linqr/platform/context';
import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import {
  AnalyticsServiceService,
  type ClickEvent,
  type GetCountsRequest,
  type GetLinkAnalyticsRequest,
  type GetOverviewRequest,
  type GetQrAnalyticsRequest,
  type GetRealtimeRequest,
  type StreamClicksRequest,
} from '@linqr/proto/analytics/v1/analytics';
import type { IngestedClick } from '@linqr/proto/events/v1/analytics';
import { Controller } from '@nestjs/common';
import { Observable } from 'rxjs';
import { LiveHub } from './live/live.hub.js';
import { ReportService } from './reports/report.service.js';

@Controller()
@GrpcService(AnalyticsServiceService)
export class AnalyticsController implements Handlers<typeof AnalyticsServiceService> {
  constructor(
    private readonly reports: ReportService,
    private readonly live: LiveHub,
  ) {}

  async getLinkAnalytics({ linkId, window, filter }: GetLinkAnalyticsRequest) {
    return this.reports.analytics('link', linkId, window, filter);
  }

  async getOverview({ window, filter }: GetOverviewRequest) {
    return this.reports.analytics('workspace', '', window, filter);
  }

  async getQrAnalytics({ qrId, window, filter }: GetQrAnalyticsRequest) {
    return this.reports.analytics('qr', qrId, window, filter);
  }

  async getCounts(request: GetCountsRequest) {
    return this.reports.counts(request);
  }

  async getRealtime({ linkId }: GetRealtimeRequest) {
    return this.reports.realtime(linkId);
  }

  /** `call`: the stream the platform writes to, asked only whether it is full. */
  streamClicks({ linkId }: StreamClicksRequest, call?: { writableNeedDrain?: boolean }): Observable<ClickEvent> {
    const { workspaceId } = requireActor();
    return new Observable((subscriber) =>
      this.live.watch(workspaceId, linkId, {
        deliver: (click) => subscriber.next(toClickEvent(click)),
        isBlocked: () => call?.writableNeedDrain ?? false,
        end: () => subscriber.complete(),
      }),
    );
  }
}

function toClickEvent({ id, clickedAtMs, country, city, device, browser, os, referrer, linkId, source }: IngestedClick): ClickEvent {
  return { click: { id, at: new Date(clickedAtMs).toISOString(), country, city, device, browser, os, referrer, linkId, source } };
}
