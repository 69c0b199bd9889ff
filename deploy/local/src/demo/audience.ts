// Who clicks: countries with their languages and waking hours, devices, where they come from. Shares are rounded from what
// public statistics report for marketing links in 2025 and 2026.
import { NETWORKS } from './networks.js';
import { Draw, type Random } from './random.js';

/** Country, share, Accept-Language, hours ahead of UTC. */
const COUNTRIES: readonly (readonly [string, number, string, number])[] = [
  ['US', 30, 'en-US,en;q=0.9', -6],
  ['IN', 9, 'en-IN,hi;q=0.8', 5],
  ['GB', 8, 'en-GB,en;q=0.9', 0],
  ['DE', 7, 'de-DE,de;q=0.9,en;q=0.6', 1],
  ['FR', 5, 'fr-FR,fr;q=0.9,en;q=0.5', 1],
  ['BR', 5, 'pt-BR,pt;q=0.9', -3],
  ['CA', 4, 'en-CA,en;q=0.9,fr;q=0.4', -5],
  ['ES', 3, 'es-ES,es;q=0.9', 1],
  ['IT', 2.6, 'it-IT,it;q=0.9', 1],
  ['NL', 2.4, 'nl-NL,nl;q=0.9,en;q=0.7', 1],
  ['AU', 2.3, 'en-AU,en;q=0.9', 10],
  ['JP', 2.2, 'ja-JP,ja;q=0.9', 9],
  ['MX', 2, 'es-MX,es;q=0.9', -6],
  ['PL', 1.7, 'pl-PL,pl;q=0.9', 1],
  ['CH', 1.3, 'de-CH,de;q=0.9,fr;q=0.5', 1],
  ['SE', 1.2, 'sv-SE,sv;q=0.9,en;q=0.7', 1],
  ['AT', 1, 'de-AT,de;q=0.9', 1],
  ['BE', 0.9, 'nl-BE,nl;q=0.9,fr;q=0.7', 1],
  ['ID', 0.9, 'id-ID,id;q=0.9', 7],
  ['PH', 0.9, 'en-PH,fil;q=0.8', 8],
  ['TR', 0.8, 'tr-TR,tr;q=0.9', 3],
  ['PT', 0.7, 'pt-PT,pt;q=0.9', 0],
  ['KR', 0.7, 'ko-KR,ko;q=0.9', 9],
  ['SG', 0.6, 'en-SG,en;q=0.9', 8],
  ['IE', 0.6, 'en-IE,en;q=0.9', 0],
  ['DK', 0.6, 'da-DK,da;q=0.9', 1],
  ['NO', 0.6, 'nb-NO,nb;q=0.9', 1],
  ['AR', 0.6, 'es-AR,es;q=0.9', -3],
  ['CO', 0.5, 'es-CO,es;q=0.9', -5],
  ['NG', 0.5, 'en-NG,en;q=0.9', 1],
  ['ZA', 0.5, 'en-ZA,en;q=0.9', 2],
  ['CZ', 0.5, 'cs-CZ,cs;q=0.9', 1],
  ['FI', 0.4, 'fi-FI,fi;q=0.9', 2],
  ['VN', 0.4, 'vi-VN,vi;q=0.9', 7],
  ['TH', 0.4, 'th-TH,th;q=0.9', 7],
  ['MY', 0.4, 'ms-MY,en;q=0.8', 8],
  ['AE', 0.4, 'ar-AE,en;q=0.8', 4],
  ['UA', 0.4, 'uk-UA,uk;q=0.9', 2],
  ['RO', 0.3, 'ro-RO,ro;q=0.9', 2],
  ['NZ', 0.3, 'en-NZ,en;q=0.9', 12],
  ['CL', 0.3, 'es-CL,es;q=0.9', -4],
  ['EG', 0.3, 'ar-EG,ar;q=0.9', 2],
  ['PK', 0.3, 'en-PK,ur;q=0.8', 5],
  ['KE', 0.2, 'en-KE,sw;q=0.7', 3],
  ['GR', 0.2, 'el-GR,el;q=0.9', 2],
  ['HU', 0.2, 'hu-HU,hu;q=0.9', 1],
  ['IL', 0.2, 'he-IL,he;q=0.9', 2],
  ['TW', 0.2, 'zh-TW,zh;q=0.9', 8],
];

export interface Place {
  country: string;
  language: string;
  networks: Draw<string>;
}

const PLACES = new Map<string, Place>(
  COUNTRIES.map(([country, , language]) => {
    const networks = NETWORKS[country]!.split(' ');
    // Few cities have most of the people.
    const weights = networks.map((_, index) => 1 / (index + 1) ** 0.8);
    return [country, { country, language, networks: new Draw(networks, weights) }];
  }),
);
export const ALL_PLACES = new Draw(
  COUNTRIES.map(([country]) => PLACES.get(country)!),
  COUNTRIES.map(([, share]) => share),
);

export function placeOf(country: string): Place {
  return PLACES.get(country)!;
}

/** Share of a day's clicks by hour of UTC: every country's own curve, with its breakfast, lunch and evening, added up. */
export function hourCurve(weekend: boolean): number[] {
  const local = weekend
    ? [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 8, 8, 8, 8, 8, 9, 10, 10, 9, 7, 5]
    : [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 10, 9, 8, 8, 8, 9, 9, 10, 11, 10, 7, 4];
  const curve = new Array<number>(24).fill(0);
  for (const [, share, , ahead] of COUNTRIES)
    for (let hour = 0; hour < 24; hour++) curve[hour]! += share * local[(hour + ahead + 24) % 24]!;
  const sum = curve.reduce((a, b) => a + b, 0);
  return curve.map((value) => value / sum);
}

const chrome = (platform: string, version: number, mobile = '') =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${mobile}Safari/537.36`;
const iphone = (os: string, version: string, app = '') =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1${app}`;

export const AGENTS = Draw.of<string>([
  [iphone('18_6', '18.6'), 17],
  [iphone('18_5', '18.5'), 7],
  [iphone('17_7', '17.7'), 5],
  [iphone('26_0', '26.0'), 4],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 392.0.0.28.82 (iPhone14,5; iOS 18_6; en_US)',
    4,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1',
    3,
  ],
  [chrome('Linux; Android 15; Pixel 9', 141, 'Mobile '), 8],
  [chrome('Linux; Android 14; SM-S918B', 140, 'Mobile '), 8],
  [chrome('Linux; Android 13; SM-A546E', 139, 'Mobile '), 6],
  [chrome('Linux; Android 12; Redmi Note 11', 138, 'Mobile '), 4],
  [
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    3,
  ],
  ['Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 1.5],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 3],
  [chrome('Windows NT 10.0; Win64; x64', 141), 12],
  [chrome('Windows NT 10.0; Win64; x64', 140), 5],
  [`${chrome('Windows NT 10.0; Win64; x64', 141)} Edg/141.0.0.0`, 5],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 2.5],
  [chrome('Macintosh; Intel Mac OS X 10_15_7', 141), 6],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15', 5],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 1.2],
  [chrome('X11; CrOS x86_64 16181.61.0', 139), 0.8],
]);

export const BOT_AGENTS = Draw.of<string>([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 20],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 10],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 22],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 10],
  ['Twitterbot/1.0', 12],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 7],
  ['WhatsApp/2.23.20.0', 8],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 5],
  ['curl/8.9.1', 3],
  ['python-requests/2.32.3', 3],
]);

/** Where somebody came from, and the campaign parameters that such a visit carries. */
export interface Arrival {
  referrer: string;
  source: string;
  medium: string;
}

export const ARRIVALS = Draw.of<Arrival>([
  [{ referrer: '', source: '', medium: '' }, 38],
  [{ referrer: 'https://www.google.com/', source: 'google', medium: 'organic' }, 14],
  [{ referrer: 'https://www.instagram.com/', source: 'instagram', medium: 'social' }, 11],
  [{ referrer: 'https://www.facebook.com/', source: 'facebook', medium: 'social' }, 8],
  [{ referrer: 'https://t.co/', source: 'x', medium: 'social' }, 6],
  [{ referrer: 'https://www.linkedin.com/', source: 'linkedin', medium: 'social' }, 5],
  [{ referrer: 'https://www.youtube.com/', source: 'youtube', medium: 'video' }, 4],
  [{ referrer: '', source: 'newsletter', medium: 'email' }, 7],
  [{ referrer: 'https://www.tiktok.com/', source: 'tiktok', medium: 'social' }, 3],
  [{ referrer: 'https://www.reddit.com/', source: 'reddit', medium: 'social' }, 2],
  [{ referrer: 'https://duckduckgo.com/', source: 'duckduckgo', medium: 'organic' }, 1],
  [{ referrer: 'https://www.bing.com/', source: 'bing', medium: 'cpc' }, 1],
]);

/** An address in one of the place's networks. */
export function addressIn(place: Place, random: Random): string {
  return `${place.networks.from(random)}.${1 + random.below(254)}`;
}
