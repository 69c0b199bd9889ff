import { newContext, runInContext } from '@linqr/platform/context';
import { toAppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc';
import type { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import type { LinkServiceService } from '@linqr/proto/link/v1/link';
import type { WeekFigures, WeeklyFigures } from '../mail/kinds/weekly-report.mails.js';
import type { User } from '../users/user.js';

const TOP = 5;

/** Asks analytics and link as the account itself. */
export class WeeklyFiguresClient implements WeeklyFigures {
  constructor(
    private readonly analytics: GrpcClient<typeof AnalyticsServiceService>,
    private readonly links: GrpcClient<typeof LinkServiceService>,
  ) {}

  week(user: User, from: Date, to: Date, timeZone: string): Promise<WeekFigures> {
    const actor = { userId: user.id, workspaceId: user.workspaceId, role: 'user', via: 'session', credentialId: 'weekly-report' } as const;
    return runInContext(newContext({ actor }), async () => {
      const window = { range: 'custom', from: from.toISOString(), to: to.toISOString(), timeZone };
      const overview = await this.analytics.getOverview({ window, filter: undefined });
      const topLinks = await Promise.all(
        overview.topLinks.slice(0, TOP).map(async ({ name, clicks }) => ({ name: await this.nameOf(name), clicks })),
      );
      return {
        clicks: overview.totalClicks,
        visitors: overview.uniqueClicks,
        scans: overview.scans,
        previousClicks: overview.previousTotalClicks,
        previousVisitors: overview.previousUniqueClicks,
        topLinks,
        countries: overview.countries.slice(0, TOP).map(({ name, clicks }) => ({ code: name, clicks })),
      };
    });
  }

  private async nameOf(linkId: string): Promise<string> {
    try {
      const link = await this.links.getLink({ id: linkId });
      return link.title || link.shortUrl.replace(/^https?:\/\//, '');
    } catch (error) {
      if (toAppError(error).code === 'LINK_NOT_FOUND') return 'Deleted link';
      throw error;
    }
  }
}
