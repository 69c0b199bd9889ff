import { PassThrough } from 'node:stream';
import { toAppError } from '@linqr/platform/errors';
import { Controller, Get, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { type AnalyticsQuery, analyticsQuery, linkAnalyticsAnswer, overviewAnswer, realtimeAnswer } from './analytics.dto.js';
import { presentAnalytics, presentDecided, presentRecentClick, toFilter, toWindow } from './analytics.presenter.js';
import { analyticsCsv } from './csv.js';

/** A comment line this often keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

@ApiTags('Analytics')
@Controller()
export class AnalyticsController {
  constructor(private readonly services: Services) {}

  @Get('urls/analytics/overview')
  @ApiRoute({
    summary: 'Analytics over all links of the workspace',
    access: 'signed-in',
    answer: overviewAnswer,
    media: ['text/csv'],
  })
  async overview(@Query({ schema: analyticsQuery }) query: AnalyticsQuery) {
    const [analytics, counts] = await Promise.all([
      this.services.analytics.getOverview({ window: toWindow(query), filter: toFilter(query) }),
      this.services.link.countLinks({}),
    ]);
    const presented = presentAnalytics(analytics, query);
    if (query.format === 'csv') return csvFile(analyticsCsv(presented), 'overview');
    const topLinks = await Promise.all(
      analytics.topLinks.map(async (top) => {
        const link = await this.services.link.getLink({ id: top.name }).catch(() => undefined);
        return { id: top.name, shortUrl: link?.shortUrl ?? '', title: link?.title ?? 'Deleted link', clicks: top.clicks };
      }),
    );
    return { ...presented, totalLinks: counts.total, activeLinks: counts.active, topLinks };
  }

  @Get('urls/analytics/realtime')
  @ApiRoute({
    summary: 'The last 30 minutes of the whole workspace by minute; with Accept: text/event-stream each click as it happens',
    access: 'signed-in',
    answer: realtimeAnswer,
    media: ['text/event-stream'],
  })
  async workspaceRealtime(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.realtimeOf('', request, response);
  }

  @Get('urls/:id/analytics')
  @ApiRoute({
    summary: 'Analytics of one link',
    access: 'signed-in',
    answer: linkAnalyticsAnswer,
    media: ['text/csv'],
    errors: ['LINK_NOT_FOUND'],
  })
  async link(@Param('id') id: string, @Query({ schema: analyticsQuery }) query: AnalyticsQuery) {
    // The link service says whether the actor may know of this link at all.
    const link = await this.services.link.getLink({ id });
    const found = await this.services.analytics.getLinkAnalytics({ linkId: id, window: toWindow(query), filter: toFilter(query) });
    const analytics = presentAnalytics(found, query);
    if (query.format === 'csv') return csvFile(analyticsCsv(analytics), link.slug);
    return {
      ...analytics,
      shortUrl: link.shortUrl,
      rules: presentDecided(found.rules, link.rules, 'Rule'),
      variants: presentDecided(found.variants, link.variants, 'Variant'),
    };
  }

  @Get('analytics/:id')
  @ApiRoute({
    summary: 'Analytics of one link (documented public API)',
    access: 'signed-in',
    answer: linkAnalyticsAnswer,
    media: ['text/csv'],
    errors: ['LINK_NOT_FOUND'],
  })
  async publicLink(@Param('id') id: string, @Query({ schema: analyticsQuery }) query: AnalyticsQuery) {
    return this.link(id, query);
  }

  @Get('urls/:id/analytics/realtime')
  @ApiRoute({
    summary: 'The last 30 minutes by minute; with Accept: text/event-stream each click as it happens',
    access: 'signed-in',
    answer: realtimeAnswer,
    media: ['text/event-stream'],
    errors: ['LINK_NOT_FOUND'],
  })
  async realtime(@Param('id') id: string, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.services.link.getLink({ id });
    return this.realtimeOf(id, request, response);
  }

  /** `linkId` empty: the whole workspace. */
  private async realtimeOf(linkId: string, request: Request, response: Response) {
    if (request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream') return this.stream(linkId, request, response);
    const realtime = await this.services.analytics.getRealtime({ linkId });
    return {
      minutes: realtime.minutes.map((m) => ({ at: m.at ?? '', clicks: m.clicks })),
      totalClicks: realtime.totalClicks,
      recentClicks: realtime.recentClicks.map(presentRecentClick),
    };
  }

  /** Server-sent events until the client leaves or this process does. A lost upstream ends the stream; EventSource connects again by itself. */
  private stream(linkId: string, request: Request, response: Response): StreamableFile {
    const gone = new AbortController();
    const end = () => gone.abort();
    // Not AbortSignal.any: it would stay with the signal of the process after the client has gone.
    this.services.leaving.addEventListener('abort', end, { once: true });
    request.once('close', () => {
      this.services.leaving.removeEventListener('abort', end);
      end();
    });
    if (this.services.leaving.aborted) end();
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Accel-Buffering', 'no');
    const events = new PassThrough();
    void this.feed(events, linkId, gone.signal);
    return new StreamableFile(events, { type: 'text/event-stream; charset=utf-8' });
  }

  /** Never rejects. */
  private async feed(events: PassThrough, linkId: string, signal: AbortSignal): Promise<void> {
    events.write('retry: 2000\n\n');
    const keepAlive = setInterval(() => events.write(': still here\n\n'), KEEP_ALIVE_MS);
    try {
      for await (const { click } of this.services.analytics.streamClicks({ linkId }, { signal }))
        if (click) events.write(`event: click\nid: ${click.id}\ndata: ${JSON.stringify(presentRecentClick(click))}\n\n`);
    } catch (error) {
      if (!signal.aborted) events.write(`event: unavailable\ndata: ${JSON.stringify({ code: toAppError(error).code })}\n\n`);
    } finally {
      clearInterval(keepAlive);
      events.end();
    }
  }
}

function csvFile(csv: string, name: string): StreamableFile {
  return new StreamableFile(Buffer.from(csv), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="linqr-${name.replace(/[^\w-]/g, '_')}.csv"`,
  });
}
