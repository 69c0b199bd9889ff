import type { User } from '../../users/user.js';
import type { AccountMail } from '../mail.kinds.js';
import type { Figure, Row } from '../mail.layout.js';

/** A week of a workspace, bots left out. */
export interface WeekFigures {
  clicks: number;
  visitors: number;
  scans: number;
  previousClicks: number;
  previousVisitors: number;
  topLinks: { name: string; clicks: number }[];
  /** ISO 3166-1 alpha-2; empty: unknown. */
  countries: { code: string; clicks: number }[];
}

/** Where the figures come from. Rejects while they cannot be had: the mail is tried again later. */
export interface WeeklyFigures {
  /** Of the seven days that begin at `from` (midnight in the time zone), against the seven before. */
  week(user: User, from: Date, to: Date, timeZone: string): Promise<WeekFigures>;
}

const number = (value: number) => new Intl.NumberFormat('en-US').format(value);
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : 'Unknown');

/** "+12 % on the week before". */
export function change(now: number, before: number): Pick<Figure, 'change' | 'tone'> {
  if (before === 0) return now === 0 ? { change: 'as the week before', tone: 'even' } : { change: 'none the week before', tone: 'up' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { change: 'as the week before', tone: 'even' };
  return { change: `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} % on the week before`, tone: percent > 0 ? 'up' : 'down' };
}

/** "9 – 15 November 2026" of a week's first moment, as its time zone sees it. */
export function weekName(from: Date, to: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
  // Thin spaces are not in every mail program's font.
  return format.formatRange(from, new Date(to.getTime() - 1)).replace(/\s+/g, ' ');
}

/** Monday's mail. Facts: `from`, `to` (ISO, midnights of the time zone), `timeZone`. */
export function weeklyReport(figures: WeeklyFigures): AccountMail {
  return {
    audience: 'account',
    preferences: ['weeklyReports', 'emailNotifications'],
    unsubscribe: true,
    verifiedOnly: true,
    compose: async ({ user, greeting, facts, appUrl }) => {
      const [from, to, timeZone] = [new Date(facts['from'] ?? ''), new Date(facts['to'] ?? ''), facts['timeZone'] ?? 'UTC'];
      const week = await figures.week(user, from, to, timeZone);
      // Two weeks without a single click: there is nothing to report.
      if (week.clicks === 0 && week.previousClicks === 0) return undefined;
      const name = weekName(from, to, timeZone);
      const listed = (title: string, items: Row[]) => (items.length > 0 ? [{ title, items }] : []);
      const said = week.clicks === 1 ? '1 click' : `${number(week.clicks)} clicks`;
      return {
        subject: `Your week on Linqr: ${said}`,
        preview: `${name}: ${said}, ${number(week.visitors)} unique visitors`,
        greeting,
        paragraphs: [`This is how your links and QR codes did from ${name}.`],
        figures: [
          { label: 'Clicks', value: number(week.clicks), ...change(week.clicks, week.previousClicks) },
          { label: 'Unique visitors', value: number(week.visitors), ...change(week.visitors, week.previousVisitors) },
        ],
        ...(week.scans > 0 ? { rows: [{ label: 'Of these, scans of QR codes', value: number(week.scans) }] } : {}),
        lists: [
          ...listed(
            'Top links',
            week.topLinks.slice(0, 5).map((link) => ({ label: link.name, value: number(link.clicks) })),
          ),
          ...listed(
            'Top countries',
            week.countries.slice(0, 5).map(({ code, clicks }) => ({ label: country(code), value: number(clicks) })),
          ),
        ],
        button: { label: 'Open analytics', url: appUrl('/analytics') },
        footnote: `Bots are not counted. Days are those of ${timeZone.replaceAll('_', ' ')}. You get this report because weekly reports are on in your settings.`,
      };
    },
  };
}
