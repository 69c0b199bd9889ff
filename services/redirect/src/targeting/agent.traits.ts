// What a user agent says of itself, by a few patterns: enough to send a phone elsewhere, a fraction of a full parser's cost
// (about 1 µs). Names are those that rules use; '' where the agent does not tell.

export interface AgentTraits {
  device: '' | 'desktop' | 'mobile' | 'tablet' | 'tv';
  os: '' | 'windows' | 'macos' | 'linux' | 'chromeos' | 'ios' | 'android';
  browser: '' | 'chrome' | 'safari' | 'firefox' | 'edge' | 'opera' | 'samsung';
}

const TV = /smart-?tv|apple ?tv|googletv|google tv|hbbtv|netcast|web0?os.*tv|tizen.*tv|bravia|roku|crkey|\baft[a-z]{1,4}\b|android tv/i;
const TABLET = /ipad|tablet|playbook|kindle|silk(?!.*mobile)|android(?!.*mobi)/i;
const MOBILE = /mobi|iphone|ipod|android|windows phone|blackberry/i;

function systemOf(agent: string): AgentTraits['os'] {
  if (/iphone|ipad|ipod/i.test(agent)) return 'ios';
  if (/android/i.test(agent)) return 'android';
  if (/windows/i.test(agent)) return 'windows';
  if (/\bcros\b/i.test(agent)) return 'chromeos';
  // An iPad that asks for desktop pages says the same and cannot be told apart.
  if (/macintosh|mac os x/i.test(agent)) return 'macos';
  return /linux|x11/i.test(agent) ? 'linux' : '';
}

function deviceOf(agent: string, os: AgentTraits['os']): AgentTraits['device'] {
  if (TV.test(agent)) return 'tv';
  if (TABLET.test(agent)) return 'tablet';
  if (MOBILE.test(agent)) return 'mobile';
  return os === '' ? '' : 'desktop';
}

/** Most name several browsers; the one that stands in for the others comes first. */
function browserOf(agent: string): AgentTraits['browser'] {
  if (/\bedg(?:e|a|ios)?\//i.test(agent)) return 'edge';
  if (/\bopr\/|\bopera|\bopios\/|\bopt\//i.test(agent)) return 'opera';
  if (/samsungbrowser\//i.test(agent)) return 'samsung';
  if (/firefox\/|fxios\//i.test(agent)) return 'firefox';
  if (/chrome\/|crios\/|chromium\//i.test(agent)) return 'chrome';
  return /safari\/|applewebkit.*mobile\//i.test(agent) ? 'safari' : '';
}

/** Some of what analytics calls a machine for certain; what is missing here merely takes a seat until it is counted. */
const MACHINE =
  /^(?:curl|wget|python|go-http-client|okhttp|axios|node|undici|whatsapp)\b|facebookexternalhit|slackbot|telegrambot|twitterbot|discordbot|linkedinbot|googlebot|bingbot|uptimerobot|pingdom|headlesschrome/i;

export function isMachine(agent: string): boolean {
  return agent.trim() === '' || MACHINE.test(agent);
}

export function agentTraits(agent: string): AgentTraits {
  const os = systemOf(agent);
  return { os, device: deviceOf(agent, os), browser: browserOf(agent) };
}
