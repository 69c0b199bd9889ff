import { boundedText } from './text.js';

/** Click counters and mobile faces of one and the same place. */
const GROUPS: Record<string, string> = {
  'l.facebook.com': 'facebook.com',
  'lm.facebook.com': 'facebook.com',
  'm.facebook.com': 'facebook.com',
  'l.instagram.com': 'instagram.com',
  'l.messenger.com': 'messenger.com',
  'l.threads.com': 'threads.net',
  'l.threads.net': 'threads.net',
  'l.workplace.com': 'workplace.com',
  't.co': 'x.com',
  'twitter.com': 'x.com',
  'mobile.twitter.com': 'x.com',
  'lnkd.in': 'linkedin.com',
  'm.youtube.com': 'youtube.com',
  'youtu.be': 'youtube.com',
  'out.reddit.com': 'reddit.com',
  'old.reddit.com': 'reddit.com',
  'm.vk.com': 'vk.com',
  'away.vk.com': 'vk.com',
  'com.google.android.gm': 'mail.google.com',
  'com.google.android.googlequicksearchbox': 'google.com',
  'com.slack': 'slack.com',
  'com.linkedin.android': 'linkedin.com',
  'org.telegram.messenger': 'telegram.org',
};

/**
 * Host of the page that led here: lower case, without www., known aliases folded. '' for none, for what is no URL, and for
 * the short domain itself (its own password or preview page came before).
 */
export function referrerHost(referrer: string, ownDomain: string): string {
  if (referrer === '') return '';
  let url: URL;
  try {
    url = new URL(referrer);
  } catch {
    return '';
  }
  if (!/^(?:https?|android-app|ios-app):$/.test(url.protocol)) return '';
  const host = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  const own = ownDomain
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
  if (host === '' || host === own) return '';
  return boundedText(GROUPS[host] ?? host, 120);
}
