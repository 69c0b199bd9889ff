// Human or machine, with the reason and the version of the rules that said so: a later version can tell what it changes.
import { isbot, isbotMatch } from 'isbot';
import { boundedText } from './text.js';

/** Raise with every change of the rules below or of the isbot package's major or minor version. */
export const BOT_RULES_VERSION = 1;

/** '' for people. */
export type BotClass = '' | 'no_agent' | 'preview' | 'prefetch' | 'mail_scanner' | 'monitor' | 'tool' | 'head' | 'crawler';

export interface BotVerdict {
  isBot: boolean;
  botClass: BotClass;
  /** Which rule or pattern matched; '' for people. */
  reason: string;
}

const HUMAN: BotVerdict = { isBot: false, botClass: '', reason: '' };

/** In order; the first that matches decides. In-app browsers (they begin with Mozilla/ and name a device) must match none. */
const RULES: { botClass: BotClass; reason: string; pattern: RegExp }[] = [
  {
    botClass: 'preview',
    reason: 'messenger preview',
    pattern:
      /^whatsapp\/|facebookexternalhit|facebookcatalog|^facebot|\bslackbot|slack-imgproxy|telegrambot|twitterbot|discordbot|linkedinbot|skypeuripreview|^viber\/|snap url preview|pinterestbot|redditbot|embedly|iframely|vkshare|line-poker|kakaotalk-scrap|mastodon\/|bitlybot|link ?preview|google-pagerenderer/i,
  },
  {
    botClass: 'prefetch',
    reason: 'browser prefetch',
    pattern:
      /chrome privacy preserving prefetch proxy|google-read-aloud|googleimageproxy|yahoomailproxy|duckduckgo-favicons|google favicon/i,
  },
  {
    botClass: 'mail_scanner',
    reason: 'mail gateway',
    pattern:
      /barracuda|mimecast|proofpoint|urldefense|ironport|fireeye|trendmicro|symantec|forcepoint|safelinks|zscaler|bingpreview|ms-office/i,
  },
  {
    botClass: 'monitor',
    reason: 'uptime monitor',
    pattern: /uptimerobot|pingdom|statuscake|better ?uptime|site24x7|newrelicpinger|checkly|datadogsynthetics|freshping|hetrixtools/i,
  },
  {
    botClass: 'tool',
    reason: 'http library',
    pattern:
      /^(?:curl|wget|httpie|python|go-http-client|java|okhttp|axios|node(?:-fetch)?|undici|got|ruby|php|libwww-perl|apache-httpclient|dart|postmanruntime|insomnia|restsharp|guzzlehttp|aiohttp|k6|wrk|hey)\b/i,
  },
  { botClass: 'tool', reason: 'headless browser', pattern: /headlesschrome|phantomjs|puppeteer|playwright|lighthouse|selenium|cypress/i },
];

const HEAD: BotVerdict = { isBot: true, botClass: 'head', reason: 'HEAD request' };
const PREFETCH: BotVerdict = { isBot: true, botClass: 'prefetch', reason: 'announced as prefetch' };

/** A person's browser may ask before its person does: requests that nobody followed are no clicks of people either. */
export function withRequestKind(verdict: BotVerdict, request: { head: boolean; prefetch: boolean }): BotVerdict {
  if (verdict.isBot) return verdict;
  return request.head ? HEAD : request.prefetch ? PREFETCH : verdict;
}

/** Pure: the verdict depends on the user agent and the rules alone. */
export function classifyBot(userAgent: string): BotVerdict {
  const agent = userAgent.trim();
  if (agent === '' || agent === '-') return { isBot: true, botClass: 'no_agent', reason: 'empty user agent' };
  for (const { botClass, reason, pattern } of RULES) if (pattern.test(agent)) return { isBot: true, botClass, reason };
  if (isbot(agent)) return { isBot: true, botClass: 'crawler', reason: `isbot: ${boundedText(isbotMatch(agent) ?? '', 40)}` };
  return HUMAN;
}
