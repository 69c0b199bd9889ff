import { hostOf } from './block-list.parser.js';

/** Other people's shorteners and redirectors: a short URL of ours inside one of theirs comes back to us. */
const REDIRECTORS = new Set(
  `adf.ly bit.do bit.ly buff.ly cutt.ly dub.sh dub.link goo.gl is.gd kutt.it lnkd.in ow.ly rb.gy rebrand.ly s.id shorturl.at shlink.io
  short.io soo.gd t.co t.ly t2m.io tiny.cc tinyurl.com v.gd x.gd yourls.org l.facebook.com l.instagram.com lm.facebook.com
  out.reddit.com away.vk.com www.google.com google.com`.split(/\s+/),
);
const MAX_DECODINGS = 3;

/** True where the destination is a known redirector that names one of our hosts: its visitors would go round in circles. */
export function loopsBackThroughRedirector(url: URL, isOwnHost: (host: string) => boolean): boolean {
  if (!REDIRECTORS.has(hostOf(url))) return false;
  let text = url.pathname + url.search;
  for (let i = 0; i < MAX_DECODINGS; i++) {
    for (const [, host] of text.matchAll(/https?:\/\/([^/?#\s&]+)/gi)) if (isOwnHost(host!.toLowerCase())) return true;
    try {
      text = decodeURIComponent(text);
    } catch {
      return false;
    }
  }
  return false;
}
