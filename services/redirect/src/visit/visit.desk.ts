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
import { warningPage } from '../page/warning.page.js';
import type { SpoolWriter } from '../spool/spool.writer.js';
import type { ClickSeats, Seat } from '../target/click.seats.js';
import { withVisitQuery } from '../target/destination.js';
import type { TargetCache } from '../target/target.cache.js';
import { type Decision, decide, type LinkFacts, type Outcome, type VisitFacts } from '../target/target.decision.js';
import type { Lookup, TargetDirectory } from '../target/target.directory.js';
import { CONTENT, KIND, STATE } from '../target/target.js';
import { linkKey, qrKey } from '../target/target.key.js';
import type { TargetAddress } from '../target/target.source.js';
import { isMachine } from '../targeting/agent.traits.js';
import type { CountryLocator } from '../targeting/country.locator.js';
import { type Choice, choose } from '../targeting/targeting.js';
import { TargetingTable } from '../targeting/targeting.table.js';
import { VisitorTraits } from '../targeting/visitor.traits.js';
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
  /** Remembers who was warned of a quarantined link and went on. */
  warnedCookie: UnlockCookie;
  seats: ClickSeats;
  locator: CountryLocator;
  /** Key of the draw that gives a visitor their variant; the same at every edge. */
  visitorSecret: Buffer;
  guard: ScanGuard;
  appOrigin: string;
  /** Tests journal what was answered by it. */
  tellClickId: boolean;
}

/** What was asked for before this look at the visit; undefined: nothing yet. */
export type Looked = Lookup | Seat | undefined;

export class VisitDesk {
  /** Results of the last `visit…` call; valid until the next. */
  entry = -1;
  /** '' for the stored destination as it is. */
  location = '';
  /** Value of the Vary header; '' for none. */
  vary = '';
  reply: Reply | undefined;
  recorded = false;
  clickId = '';

  private readonly targetings: TargetingTable;
  /** Filled anew for every visit: nothing is allocated for one that meets no rule. */
  private readonly link: LinkFacts & { limited: boolean } = {
    limited: false,
    state: STATE.active,
    startsAtMs: 0,
    expiresAtMs: 0,
    hasPassword: false,
    mayGoOn: false,
    needsSeat: false,
    targeting: undefined,
  };
  private readonly visit: VisitFacts = { unlocked: false, warned: false, counts: true, seat: 'unasked', traits: undefined };
  /** LOOK_UP means a seat, not the link. */
  private wantsSeat = false;

  constructor(private readonly parts: DeskParts) {
    this.targetings = new TargetingTable(parts.cache);
  }

  /** Opening `/{slug}`. `looked` is what `lookUp` answered, undefined before it. */
  visitLink(head: RequestHead, peer: Peer, nowMs: number, looked?: Looked): Verdict {
    const { cache, hosts } = this.parts;
    const domain = hosts.domainOfHead(head);
    if (domain === undefined) return this.notice('malformed');
    const isShort = domain === hosts.shortDomain;
    this.entry = isShort ? cache.find(head.buffer, head.slugStart, head.slugEnd) : cache.findKey(`${domain}/${head.slug}`);
    const verdict = this.checkEntry(head, peer, nowMs, looked, domain);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const { outcome, choice } = this.decideLink(head, peer, domain, nowMs, looked);
    if (outcome === 'pass') {
      const forwards = head.queryEnd !== 0 && cache.forwardQuery(entry);
      if (choice === undefined) this.location = forwards ? withVisitQuery(this.destination(entry), head.query) : '';
      else this.location = forwards ? withVisitQuery(choice.destination, head.query) : choice.destination;
      this.vary = cache.isTargeted(entry) ? this.link.targeting!.vary : '';
      if (this.link.limited && this.visit.counts && this.visit.seat === 'unasked') cache.useFreePass(entry);
      this.record(head, peer, nowMs, choice, typeof looked === 'object' ? looked.clickId : '');
      return REDIRECT;
    }
    if (outcome === 'seat') {
      this.wantsSeat = true;
      return LOOK_UP;
    }
    return this.explain(outcome, head, nowMs);
  }

  /** Opening `/qr/{id}`; the id stands where a slug does. */
  visitCode(head: RequestHead, peer: Peer, nowMs: number, looked?: Looked): Verdict {
    const { cache, appOrigin } = this.parts;
    const id = head.slug;
    this.entry = cache.findKey(qrKey(id));
    const verdict = this.checkEntry(head, peer, nowMs, looked, undefined);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const state = cache.state(entry);
    if (state !== STATE.active)
      return this.notice(state === STATE.removed ? 'inactive' : state === STATE.broken ? 'broken' : 'disabled', id);
    this.record(head, peer, nowMs);
    this.vary = '';
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

  /** `/{slug}+`: where this visitor would get to. */
  preview(head: RequestHead, peer: Peer, nowMs: number, looked?: Looked): Verdict {
    const { cache, hosts, appOrigin } = this.parts;
    const domain = hosts.domainOfHead(head);
    if (domain === undefined) return this.notice('malformed');
    this.entry = cache.findKey(linkKey(domain, head.slug, hosts.shortDomain));
    const verdict = this.checkEntry(head, peer, nowMs, looked, domain);
    if (verdict !== 0) return verdict;
    const { entry } = this;
    const { outcome, choice } = this.decideLink(head, peer, domain, nowMs, looked);
    if (outcome !== 'pass' && outcome !== 'locked' && outcome !== 'seat') return this.explain(outcome, head, nowMs);
    this.reply = previewPage({
      slug: head.slug,
      reportOf: this.reportable(domain, head.slug),
      destination: outcome === 'locked' || cache.hasPassword(entry) ? '' : (choice?.destination ?? this.destination(entry)),
      varies: cache.isTargeted(entry),
      appOrigin,
    });
    this.recorded = false;
    return REPLY;
  }

  /** The slug of the short domain's links, host and slug of all others: what the report form understands. */
  private reportable(domain: string, slug: string): string {
    return domain === this.parts.hosts.shortDomain ? slug : `${domain}/${slug}`;
  }

  /** What LOOK_UP asks for. Copies what it needs of the head before it returns. */
  lookUp(head: RequestHead, isCode = false): Promise<Lookup | Seat> {
    const { directory, hosts, seats } = this.parts;
    const { wantsSeat } = this;
    this.wantsSeat = false;
    if (isCode) return directory.find(qrKey(head.slug), { qrId: head.slug });
    const domain = hosts.domainOfHead(head) ?? hosts.shortDomain;
    if (wantsSeat) return seats.ask(domain, head.slug);
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
  private checkEntry(head: RequestHead, peer: Peer, nowMs: number, looked: Looked, domain: string | undefined): Verdict | 0 {
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

  private decideLink(head: RequestHead, peer: Peer, domain: string, nowMs: number, looked: Looked): Decision {
    const { cache, cookie, warnedCookie, hosts } = this.parts;
    const { link, visit, entry } = this;
    link.state = cache.state(entry);
    link.startsAtMs = cache.startsAtMs(entry);
    link.expiresAtMs = cache.expiresAtMs(entry);
    link.hasPassword = cache.hasPassword(entry);
    link.mayGoOn = cache.mayGoOn(entry);
    link.limited = cache.isLimited(entry);
    link.needsSeat = link.limited && cache.freePasses(entry) === 0;
    const targeted = cache.isTargeted(entry);
    link.targeting = targeted ? this.targetings.of(entry) : undefined;
    visit.traits = targeted ? this.traits(head, peer, domain) : undefined;
    visit.counts = !link.limited || this.counts(head);
    visit.seat = typeof looked === 'object' ? (looked.taken ? 'taken' : 'none') : 'unasked';
    visit.unlocked = false;
    visit.warned = false;
    if (head.cookieEnd !== 0 && (link.hasPassword || link.mayGoOn)) {
      const key = linkKey(domain, head.slug, hosts.shortDomain);
      visit.unlocked = link.hasPassword && cookie.opens(head.cookie, key, cache.passwordVersion(entry), nowMs);
      visit.warned = link.mayGoOn && warnedCookie.opens(head.cookie, key, 0, nowMs);
    }
    return decide(link, visit, nowMs);
  }

  private traits(head: RequestHead, peer: Peer, domain: string): VisitorTraits {
    const { locator, visitorSecret } = this.parts;
    return new VisitorTraits(head, peer.address(head).toString('latin1'), `${domain}/${head.slug}`, locator, visitorSecret);
  }

  private counts(head: RequestHead): boolean {
    return !head.isHead && !head.prefetch && !isMachine(head.text(head.agentStart, head.agentEnd));
  }

  /** The page for a visit that does not pass. */
  private explain(outcome: Exclude<Outcome, 'pass' | 'seat'>, head: RequestHead, nowMs: number): Verdict {
    const { appOrigin, cache, hosts } = this.parts;
    const { link, visit } = this;
    const { slug, query } = head;
    const reportOf = this.reportable(hosts.domainOfHead(head) ?? hosts.shortDomain, slug);
    if (outcome === 'locked') this.reply = passwordPage({ slug, query, appOrigin });
    else if (outcome === 'quarantined') {
      const choice = link.targeting && visit.traits && choose(link.targeting, visit.traits, nowMs);
      const destination = cache.hasPassword(this.entry) ? '' : (choice?.destination ?? this.destination(this.entry));
      this.reply = warningPage({ slug, reportOf, query, destination, mayGoOn: cache.mayGoOn(this.entry), appOrigin });
    } else return this.notice(outcome, outcome === 'disabled' ? undefined : reportOf);
    this.recorded = false;
    return REPLY;
  }

  private record(head: RequestHead, peer: Peer, nowMs: number, choice?: Choice, id = ''): void {
    const { spool, cache, tellClickId } = this.parts;
    const at = spool.reserve(nowMs);
    spool.commit(writeClick(spool.buffer, at, cache, this.entry, head, peer.address(head), nowMs, choice?.clickFields, id));
    if (tellClickId) this.clickId = spool.buffer.toString('latin1', at + CLICK_ID_AT, at + CLICK_ID_AT + CLICK_ID_LENGTH);
  }
}
