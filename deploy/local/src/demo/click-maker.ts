// One demo click after the other, as an edge would have written it.
import { ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';
import { AGENTS, ALL_PLACES, ARRIVALS, addressIn, BOT_AGENTS, placeOf } from './audience.js';
import { Random } from './random.js';
import type { Campaign, Hour } from './traffic-plan.js';

export interface DemoLink {
  id: string;
  workspaceId: string;
  ownerId: string;
  domain: string;
  slug: string;
  version: number;
  /** A code that leads through this link. */
  qrId?: string;
}

interface Visitor {
  address: string;
  userAgent: string;
  acceptLanguage: string;
}

const BOT_SHARE = 0.055;
const SCAN_SHARE = 0.3;
const RETURNING_SHARE = 0.22;
/** Part of a link's clicks that come from its home market. */
const HOME_SHARE = 0.3;
const HOMES = ['US', 'US', 'DE', 'GB', 'IN', 'FR', 'BR', 'CA', 'NL', 'ES'];
const REMEMBERED = 16;

export class ClickMaker {
  private readonly random: Random;
  private readonly recent: Visitor[][];

  constructor(
    seed: string,
    private readonly links: readonly DemoLink[],
    private readonly campaigns: readonly Campaign[],
  ) {
    this.random = new Random(`${seed} clicks`);
    this.recent = links.map(() => []);
  }

  /** Clicks of an hour in the order of their time. */
  clicksOf(hour: Hour): RecordedClick[] {
    const times = Array.from({ length: hour.clicks }, () => hour.startMs + this.random.below(hour.endMs - hour.startMs)).sort(
      (a, b) => a - b,
    );
    return times.map((time) => this.click(hour.link.from(this.random), time, hour.day));
  }

  private click(index: number, clickedAtMs: number, day: number): RecordedClick {
    const link = this.links[index]!;
    const bot = this.random.next() < BOT_SHARE;
    const visitor = bot ? this.bot() : this.visitor(index);
    const scan = !bot && link.qrId !== undefined && this.random.next() < SCAN_SHARE;
    const arrival = bot || scan ? undefined : ARRIVALS.from(this.random);
    const campaign = this.campaigns.find((it) => it.link === index && day >= it.from && day < it.from + it.days);
    const tagged = arrival?.source !== undefined && arrival.source !== '' && this.random.next() < (campaign ? 0.85 : 0.4);
    const query = tagged ? `utm_source=${arrival.source}&utm_medium=${arrival.medium}&utm_campaign=${campaign?.name ?? 'always-on'}` : '';
    return {
      id: this.uuid(clickedAtMs),
      clickedAtMs,
      workspaceId: link.workspaceId,
      linkId: link.id,
      qrId: scan ? link.qrId! : '',
      linkVersion: link.version,
      source: scan ? ClickSource.CLICK_SOURCE_QR : ClickSource.CLICK_SOURCE_IMPORT,
      ruleId: '',
      variant: '',
      address: visitor.address,
      userAgent: visitor.userAgent,
      referrer: arrival?.referrer ?? '',
      acceptLanguage: visitor.acceptLanguage,
      query,
      ownerId: link.ownerId,
      domain: link.domain,
      slug: link.slug,
      head: bot && this.random.next() < 0.1,
      prefetch: false,
    };
  }

  /** Some come back within the day; the others are new. */
  private visitor(index: number): Visitor {
    const recent = this.recent[index]!;
    if (recent.length > 0 && this.random.next() < RETURNING_SHARE) return recent[this.random.below(recent.length)]!;
    const place = this.random.next() < HOME_SHARE ? placeOf(HOMES[index % HOMES.length]!) : ALL_PLACES.from(this.random);
    const visitor = {
      address: addressIn(place, this.random),
      userAgent: AGENTS.from(this.random),
      acceptLanguage: place.language,
    };
    if (recent.length < REMEMBERED) recent.push(visitor);
    else recent[this.random.below(REMEMBERED)] = visitor;
    return visitor;
  }

  private bot(): Visitor {
    return { address: addressIn(placeOf('US'), this.random), userAgent: BOT_AGENTS.from(this.random), acceptLanguage: '' };
  }

  /** A version 7 UUID of that time; its chance comes from the seed, so that a repeated run makes the same ids. */
  private uuid(timeMs: number): string {
    const hex = (digits: number) =>
      Math.floor(this.random.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    const time = timeMs.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + this.random.below(4)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`;
  }
}
