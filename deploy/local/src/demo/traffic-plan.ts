// How many clicks each link gets in each hour: growth, week, day, campaigns, and few links with most of the clicks.
import { hourCurve } from './audience.js';
import { Draw, Random } from './random.js';

export interface TrafficOptions {
  seed: string;
  clicks: number;
  links: number;
  days: number;
  /** Where the demo ends, milliseconds since the epoch. */
  endMs: number;
}

export interface Campaign {
  link: number;
  name: string;
  /** Day index it starts on. */
  from: number;
  days: number;
  strength: number;
}

/** An hour, or a slice of a busy one. */
export interface Hour {
  startMs: number;
  endMs: number;
  clicks: number;
  day: number;
  /** Index of a link, drawn as popular as it is on that day. */
  link: Draw<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEKDAYS = [0.78, 1.05, 1.1, 1.12, 1.08, 1, 0.82];
const CAMPAIGN_NAMES = [
  'spring-launch',
  'summer-sale',
  'webinar',
  'newsletter',
  'black-friday',
  'partner',
  'retargeting',
  'event',
  'giveaway',
  'update',
];

export function campaignsOf({ seed, links, days }: TrafficOptions): Campaign[] {
  const random = new Random(`${seed} campaigns`);
  return Array.from({ length: Math.max(3, Math.round(links / 6)) }, (_, index) => ({
    link: Math.floor(links * random.next() ** 2),
    name: CAMPAIGN_NAMES[index % CAMPAIGN_NAMES.length]!,
    from: random.below(days),
    days: 2 + random.below(5),
    strength: 3 + random.next() * 9,
  }));
}

/** Factor of a campaign on a day: up at once, then a third less each day. */
function lift(campaigns: readonly Campaign[], link: number, day: number): number {
  return campaigns
    .filter((campaign) => campaign.link === link && day >= campaign.from && day < campaign.from + campaign.days)
    .reduce((sum, campaign) => sum + campaign.strength * 0.66 ** (day - campaign.from), 1);
}

/** Hours in order, ending at `endMs`; their clicks add up to exactly `clicks`. One hour at a time: memory does not grow with the clicks. */
export function* trafficPlan(options: TrafficOptions): Generator<Hour> {
  const { seed, clicks, links, days, endMs } = options;
  const random = new Random(`${seed} plan`);
  const campaigns = campaignsOf(options);
  // A power law with a little disorder; some links were made later than the first day.
  const popularity = Array.from({ length: links }, (_, index) => (1 / (index + 1) ** 1.05) * random.wobble(0.15));
  const bornOn = Array.from({ length: links }, (_, index) => (index < links / 3 ? 0 : random.below(Math.ceil(days * 0.7))));
  const firstDayMs = Math.floor(endMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

  const ofDay = Array.from({ length: days }, (_, day) => {
    const weights = popularity.map((share, link) => (bornOn[link]! > day ? 0 : share * lift(campaigns, link, day) * random.wobble(0.25)));
    const weekday = new Date(firstDayMs + day * DAY_MS).getUTCDay();
    const growth = 1 + (1.2 * day) / days;
    const size = weights.reduce((a, b) => a + b, 0) * growth * WEEKDAYS[weekday]!;
    return { weights, size, curve: hourCurve(weekday === 0 || weekday === 6) };
  });
  const hours = ofDay.flatMap((it, day) =>
    it.curve.flatMap((share, hour) => {
      const startMs = firstDayMs + day * DAY_MS + hour * HOUR_MS;
      const hourEndMs = Math.min(startMs + HOUR_MS, endMs);
      return hourEndMs > startMs ? [{ startMs, endMs: hourEndMs, day, size: (it.size * share * (hourEndMs - startMs)) / HOUR_MS }] : [];
    }),
  );
  const total = hours.reduce((sum, hour) => sum + hour.size, 0);
  let due = 0;
  let given = 0;
  let drawDay = -1;
  let link!: Draw<number>;
  for (const { startMs, endMs: hourEndMs, day, size } of hours) {
    if (day !== drawDay) {
      link = new Draw(
        popularity.map((_, index) => index),
        ofDay[day]!.weights,
      );
      drawDay = day;
    }
    due += (size / total) * clicks;
    const count = Math.round(due) - given;
    given += count;
    yield* slices({ startMs, endMs: hourEndMs, clicks: count, day, link });
  }
}

const MOST_CLICKS = 20_000;

/** Equal parts of an hour that has more clicks than should be in memory at once. */
function* slices(hour: Hour): Generator<Hour> {
  const parts = Math.ceil(hour.clicks / MOST_CLICKS);
  const lengthMs = (hour.endMs - hour.startMs) / parts;
  for (let part = 0; part < parts; part++) {
    const clicks = Math.floor((hour.clicks * (part + 1)) / parts) - Math.floor((hour.clicks * part) / parts);
    const startMs = Math.floor(hour.startMs + part * lengthMs);
    yield { ...hour, startMs, endMs: Math.max(startMs + 1, Math.floor(hour.startMs + (part + 1) * lengthMs)), clicks };
  }
}
