// What happens to a click between the bus and the warehouse, one small step after the other. Each adds its own part to the
// draft and depends on the click and on tables only, which do not change while the process runs, so a redelivered click becomes the same row.
import { ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';
import type { AgentCache } from '../enrichment/agent.cache.js';
import { BOT_RULES_VERSION, type BotVerdict, withRequestKind } from '../enrichment/bot.classifier.js';
import type { Device } from '../enrichment/device.parser.js';
import type { GeoLocator, Place } from '../enrichment/geo.locator.js';
import { preferredLanguage } from '../enrichment/language.js';
import { referrerHost } from '../enrichment/referrer.js';
import { boundedText } from '../enrichment/text.js';
import { type Utm, utmOf } from '../enrichment/utm.js';
import type { VisitorHasher } from '../enrichment/visitor.hash.js';
import type { ClickRow } from './click.row.js';

export interface EnrichmentTables {
  agents: AgentCache;
  geo: GeoLocator;
  visitors: VisitorHasher;
}

/** A click on its way; each step fills in its own part. */
interface Draft {
  click: RecordedClick;
  batchId: string;
  userAgent: string;
  bot: BotVerdict;
  place: Place;
  device: Device;
  referrer: string;
  utm: Utm;
  language: string;
  visitor: string;
}

interface Step {
  name: string;
  apply(draft: Draft, tables: EnrichmentTables): void;
}

const AGENT_LIMIT = 1_000;

export const STEPS: readonly Step[] = [
  {
    name: 'bot',
    apply: (draft, { agents }) => {
      draft.bot = withRequestKind(agents.bot(draft.userAgent), draft.click);
    },
  },
  {
    name: 'geo',
    apply: (draft, { geo }) => {
      draft.place = geo.locate(draft.click.address);
    },
  },
  {
    name: 'device',
    apply: (draft, { agents }) => {
      draft.device = agents.device(draft.userAgent);
    },
  },
  {
    name: 'referrer',
    apply: (draft) => {
      draft.referrer = referrerHost(draft.click.referrer, draft.click.domain);
    },
  },
  {
    name: 'utm',
    apply: (draft) => {
      draft.utm = utmOf(draft.click.query);
    },
  },
  {
    name: 'language',
    apply: (draft) => {
      draft.language = preferredLanguage(draft.click.acceptLanguage);
    },
  },
  {
    // The last use of the address.
    name: 'visitor',
    apply: (draft, { visitors }) => {
      const { address, linkId, qrId, clickedAtMs } = draft.click;
      draft.visitor = visitors.hash(address, draft.userAgent, linkId || qrId, clickedAtMs);
    },
  },
];

/** Runs the steps over the clicks of a batch, step by step, and tells how long each took in seconds. */
export function enrich(
  clicks: readonly RecordedClick[],
  batchId: string,
  tables: EnrichmentTables,
  observe: (step: string, seconds: number) => void,
): ClickRow[] {
  const drafts = clicks.map((click) => ({ click, batchId, userAgent: boundedText(click.userAgent, AGENT_LIMIT) }) as Draft);
  let started = performance.now();
  const lap = (step: string) => {
    const now = performance.now();
    observe(step, (now - started) / 1_000);
    started = now;
  };
  for (const { name, apply } of STEPS) {
    for (const draft of drafts) apply(draft, tables);
    lap(name);
  }
  const rows = drafts.map(toRow);
  lap('row');
  return rows;
}

const SOURCES: Partial<Record<ClickSource, ClickRow['source']>> = {
  [ClickSource.CLICK_SOURCE_QR]: 'qr',
  [ClickSource.CLICK_SOURCE_IMPORT]: 'import',
};

function toRow({ click, batchId, bot, place, device, referrer, utm, language, visitor }: Draft): ClickRow {
  return {
    id: click.id,
    batchId,
    clickedAtMs: click.clickedAtMs,
    workspaceId: click.workspaceId,
    subjectId: click.linkId || click.qrId,
    linkId: click.linkId,
    qrId: click.qrId,
    ownerId: click.ownerId,
    domain: boundedText(click.domain, 255),
    slug: boundedText(click.slug, 200),
    linkVersion: click.linkVersion,
    source: SOURCES[click.source] ?? 'link',
    ruleId: click.ruleId,
    variant: boundedText(click.variant, 64),
    visitor,
    isBot: bot.isBot,
    botClass: bot.botClass,
    botReason: bot.reason,
    botRules: BOT_RULES_VERSION,
    ...place,
    ...device,
    referrer,
    utmSource: utm.source,
    utmMedium: utm.medium,
    utmCampaign: utm.campaign,
    utmTerm: utm.term,
    utmContent: utm.content,
    language,
  };
}
