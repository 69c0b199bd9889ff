// One visit from its facts to its outcome: look up, decide, record. The same for both ways a request can come in.
import type { Peer } from '../address/peer.js';
import type { ScanGuard } from '../address/scan.guard.js';
import { CLICK_ID_LENGTH } from '../click/click.id.js';
import { CLICK_ID_AT, writeClick } from '../click/click.recorder.js';
import type { Reply } from '../http/reply.js';
import type { RequestHead } from '../http/request-head.js';
import { codePage } from '../page/code.page.js';
import { type NoticeName, noticePage } from '../page/notice.pages.js';
import { passwordPage } from '../page/password.page.js';
import { previewPage } from '../page/preview.page.js';
import type { SpoolWriter } from '../spool/spool.writer.js';
import { withVisitQuery } from '../target/destination.js';
import type { TargetCache } from '../target/target.cache.js';
import { decide } from '../target/target.decision.js';
import type { Lookup, TargetDirectory } from '../target/target.directory.js';
import { CONTENT, KIND } from '../target/target.js';
import { linkKey, qrKey } from '../target/target.key.js';
import type { TargetAddress } from '../target/target.source.js';
import type { UnlockCookie } from '../unlock/unlock.cookie.js';
import type { HostNames } from './host.names.js';

/** The click is recorded; `entry`, `location` and `clickId` say what to answer once it is written. */
export const REDIRECT = 1;
/** Answer with `reply`; where `recorded`, once the click is written. */
export const REPLY = 2;
/** Call `lookUp` and, when it is done, visit again. */
export const LOOK_UP = 3;
export type Verdict = typeof REDIRECT | typeof REPLY | typeof LOOK_UP;

export interface DeskParts {
  cache: TargetCache;
  directory: TargetDirectory;
  spool: SpoolWriter;
  hosts: HostNames;
  cookie: UnlockCookie;
  guard: ScanGuard;
  appOrigin: string;
  /** Tests journal what was answered by it. */
  tellClickId: boolean;
}

export class VisitDesk {
  /** Results of the last `visit…` call; valid until the next. */
  entry = -1;
  /** '' for the stored destination as it is. */
  location = '';
  reply: Reply | undefined;
  recorded = false;
  clickId = '';

  constructor(private readonly parts: DeskParts) {}

  /** Opening `/{slug}`. `looked` is what `lookUp` answered, undefined before it. */
  visitLink(head: RequestHead, peer: Peer, nowMs: number, looked?: Lookup): Verdict {
    const { cache, hosts } = this.parts;
    const domain = hosts.domainOfHead(head);
    if (domain === undefined) return this.notice('malformed');
    const isShort = domain === hosts.shortDomain;
    this.entry = isShort ? cache.find(head.buffer, head.slugStart, head.slugEnd) : cache.findKey(`${domain}/${head.slug}`);
    const verdict = this.checkEntry(head, peer, nowMs, looked, domain);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const hasPassword = cache.hasPassword(entry);
    const outcome = decide({
      state: cache.state(entry),
      startsAtMs: cache.startsAtMs(entry),
      expiresAtMs: cache.expiresAtMs(entry),
      hasPassword,
      unlocked: hasPassword && this.isUnlocked(head, domain, nowMs),
      nowMs,
    });
    if (outcome === 'pass') {
      this.location = head.queryEnd !== 0 && cache.forwardQuery(entry) ? withVisitQuery(this.destination(entry), head.query) : '';
      this.record(head, peer, nowMs);
      return REDIRECT;
    }
    if (outcome === 'locked') {
      this.reply = passwordPage({ slug: head.slug, query: head.query, appOrigin: this.parts.appOrigin });
      this.recorded = false;
      return REPLY;
    }
    return this.notice(outcome, outcome === 'disabled' ? undefined : head.slug);
  }

  /** Opening `/qr/{id}`; the id stands where a slug does. */
  visitCode(head: RequestHead, peer: Peer, nowMs: number, looked?: Lookup): Verdict {
    const { cache, appOrigin } = this.parts;
    const id = head.slug;
    this.entry = cache.findKey(qrKey(id));
    const verdict = this.checkEntry(head, peer, nowMs, looked, undefined);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const outcome = decide({ state: cache.state(entry), startsAtMs: 0, expiresAtMs: 0, hasPassword: false, unlocked: false, nowMs });
    if (outcome !== 'pass') return this.notice(outcome === 'removed' ? 'inactive' : outcome === 'locked' ? 'missing' : outcome, id);
    this.record(head, peer, nowMs);
    const content = cache.content(entry);
    if (content === CONTENT.none) {
      this.location = '';
      return REDIRECT;
    }
    const text = cache.arena.toString('utf8', cache.ownFieldsEnd(entry), cache.destinationEnd(entry));
    this.reply = codePage({ id, type: content, content: text, appOrigin });
    this.recorded = true;
    return REPLY;
  }

  /** `/{slug}+`. */
  preview(head: RequestHead, peer: Peer, nowMs: number, looked?: Lookup): Verdict {
    const { cache, hosts, appOrigin } = this.parts;
    const domain = hosts.domainOfHead(head);
    if (domain === undefined) return this.notice('malformed');
    this.entry = cache.findKey(linkKey(domain, head.slug, hosts.shortDomain));
    const verdict = this.checkEntry(head, peer, nowMs, looked, domain);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const outcome = decide({
      state: cache.state(entry),
      startsAtMs: cache.startsAtMs(entry),
      expiresAtMs: cache.expiresAtMs(entry),
      hasPassword: cache.hasPassword(entry),
      unlocked: false,
      nowMs,
    });
    if (outcome !== 'pass' && outcome !== 'locked') return this.notice(outcome, outcome === 'disabled' ? undefined : head.slug);
    this.reply = previewPage({ slug: head.slug, destination: outcome === 'locked' ? '' : this.destination(entry), appOrigin });
    this.recorded = false;
    return REPLY;
  }

  /** What LOOK_UP asks for. Copies what it needs of the head before it returns. */
  lookUp(head: RequestHead, isCode = false): Promise<Lookup> {
    const { directory, hosts } = this.parts;
    if (isCode) return directory.find(qrKey(head.slug), { qrId: head.slug });
    const domain = hosts.domainOfHead(head) ?? hosts.shortDomain;
    return directory.find(linkKey(domain, head.slug, hosts.shortDomain), { domain, slug: head.slug });
  }

  destination(entry: number): string {
    const { cache } = this.parts;
    return cache.arena.toString('latin1', cache.ownFieldsEnd(entry), cache.destinationEnd(entry));
  }

  notice(name: NoticeName, reportOf?: string, retryAfterSeconds?: number): Verdict {
    const { appOrigin } = this.parts;
    this.reply = noticePage(name, {
      appOrigin,
      ...(reportOf === undefined ? {} : { reportOf }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
    this.recorded = false;
    return REPLY;
  }

  /** 0 when the entry can be decided on. */
  private checkEntry(head: RequestHead, peer: Peer, nowMs: number, looked: Lookup | undefined, domain: string | undefined): Verdict | 0 {
    const { cache, guard } = this.parts;
    if (looked === 'unavailable') return this.notice('unavailable', undefined, 1);
    const { entry } = this;
    if (looked === undefined && (entry < 0 || !this.isUsable(entry, head, nowMs, domain))) {
      if (entry < 0 || cache.kind(entry) === KIND.missing) {
        const waitSeconds = guard.waitSeconds(peer.address(head).toString('latin1'), nowMs);
        if (waitSeconds > 0) return this.notice('throttled', undefined, waitSeconds);
      }
      return LOOK_UP;
    }
    // Announced as changed between the look-up and now.
    if (entry < 0) return this.notice('unavailable', undefined, 1);
    if (cache.kind(entry) === KIND.missing) {
      if (looked !== undefined) guard.noteMiss(peer.address(head).toString('latin1'), nowMs);
      return this.notice('missing');
    }
    return 0;
  }

  private isUsable(entry: number, head: RequestHead, nowMs: number, domain: string | undefined): boolean {
    const { directory, hosts } = this.parts;
    const freshness = directory.freshness(entry, nowMs);
    if (freshness === 'ageing') {
      const address: TargetAddress = domain === undefined ? { qrId: head.slug } : { domain, slug: head.slug };
      directory.refreshSoon(domain === undefined ? qrKey(head.slug) : linkKey(domain, head.slug, hosts.shortDomain), address, nowMs);
    }
    return freshness !== 'old';
  }

  private isUnlocked(head: RequestHead, domain: string, nowMs: number): boolean {
    if (head.cookieEnd === 0) return false;
    const { cache, cookie, hosts } = this.parts;
    return cookie.opens(head.cookie, linkKey(domain, head.slug, hosts.shortDomain), cache.passwordVersion(this.entry), nowMs);
  }

  private record(head: RequestHead, peer: Peer, nowMs: number): void {
    const { spool, cache, tellClickId } = this.parts;
    const at = spool.reserve(nowMs);
    spool.commit(writeClick(spool.buffer, at, cache, this.entry, head, peer.address(head), nowMs));
    if (tellClickId) this.clickId = spool.buffer.toString('latin1', at + CLICK_ID_AT, at + CLICK_ID_AT + CLICK_ID_LENGTH);
  }
}
