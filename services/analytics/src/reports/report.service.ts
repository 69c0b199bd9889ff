// Every question the screens ask. The workspace is the actor's, always: an id of another one simply has no clicks.
import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError, validationFailed } from '@linqr/platform/errors';
import {
  type Analytics,
  type ClickFilter,
  CountedEntity,
  type GetCountsRequest,
  type GetCountsResponse,
  type GetRealtimeResponse,
  type TimeWindow,
} from '@linqr/proto/analytics/v1/analytics';
import type { CountsRepository } from './counts.repository.js';
import { compileFilter } from './report.filter.js';
import type { ReportRepository } from './report.repository.js';
import type { ReportScope } from './report.scope.js';
import { reportWindow } from './report.window.js';

const MAX_COUNTED_IDS = 100;
const ID = /^[\w-]{1,64}$/;

export interface ReportParts {
  reports: ReportRepository;
  counts: CountsRepository;
  clock: Clock;
  /** False until the schema is there. */
  isReady: () => boolean;
}

export class ReportService {
  constructor(private readonly parts: ReportParts) {}

  async analytics(
    kind: ReportScope['kind'],
    id: string,
    window: TimeWindow | undefined,
    filter: ClickFilter | undefined,
  ): Promise<Analytics> {
    const scope = this.scope(kind, id);
    const { range = '', from, to, timeZone = '' } = window ?? {};
    const period = reportWindow({ range, from, to, timeZone }, this.parts.clock.now());
    return this.parts.reports.report(scope, period, compileFilter(filter));
  }

  async counts({ entity, ids }: GetCountsRequest): Promise<GetCountsResponse> {
    const { workspaceId } = requireActor();
    this.requireReady();
    const kind = entity === CountedEntity.COUNTED_ENTITY_LINK ? 'link' : entity === CountedEntity.COUNTED_ENTITY_QR_CODE ? 'qr' : undefined;
    if (!kind) throw validationFailed({ field: 'entity', message: 'What to count must be a link or a QR code' });
    if (ids.length > MAX_COUNTED_IDS) throw validationFailed({ field: 'ids', message: `At most ${MAX_COUNTED_IDS} ids at a time` });
    for (const id of ids) requireId('ids', id);
    return { counts: await this.parts.counts.counts(workspaceId, kind, ids, this.parts.clock.now()) };
  }

  /** An empty id: the whole workspace. */
  async realtime(linkId: string): Promise<GetRealtimeResponse> {
    const scope = linkId === '' ? this.scope('workspace', '') : this.scope('link', linkId);
    return this.parts.reports.realtime(scope, this.parts.clock.now());
  }

  private scope(kind: ReportScope['kind'], id: string): ReportScope {
    const { workspaceId } = requireActor();
    this.requireReady();
    if (kind !== 'workspace') requireId(kind === 'link' ? 'linkId' : 'qrId', id);
    return { workspaceId, kind, id };
  }

  private requireReady(): void {
    if (!this.parts.isReady())
      throw new AppError('PART_UNAVAILABLE', 'Analytics are starting. Please try again shortly.', {
        internal: 'the warehouse schema is not there yet',
        retryAfterSeconds: 2,
      });
  }
}

function requireId(field: string, id: string): void {
  if (!ID.test(id)) throw validationFailed({ field, message: 'This is not an id' });
}
