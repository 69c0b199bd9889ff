// Paths and methods of the edge, for requests that came through node:http.
import type { IncomingMessage } from 'node:http';
import { isId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import type { Peer } from '../address/peer.js';
import type { DomainRoots } from '../target/domain.roots.js';
import type { TargetCache } from '../target/target.cache.js';
import type { UnlockDesk } from '../unlock/unlock.desk.js';
import type { HostNames } from '../visit/host.names.js';
import { LOOK_UP, type Looked, REDIRECT, type Verdict, type VisitDesk } from '../visit/visit.desk.js';
import { fixedReply } from './fixed.replies.js';
import { type Reply, redirectReply } from './reply.js';
import { type HeadFields, headOf, type RequestHead } from './request-head.js';

const SLUG = /^[A-Za-z0-9_-]{3,50}$/;
const MAX_TARGET = 8 * 1024;
/** Of one visit: for the link, for a seat, and both again when the link changed meanwhile. */
const MAX_ASKS = 4;

export type Routed =
  | { kind: 'redirect'; status: number; location: string; vary: string; clickId: string }
  | { kind: 'reply'; reply: Reply };

export function redirectOf(routed: Extract<Routed, { kind: 'redirect' }>): Reply {
  const headers: [string, string][] = [
    ['Location', routed.location],
    ['Cache-Control', 'private, max-age=0'],
  ];
  if (routed.vary !== '') headers.push(['Vary', routed.vary]);
  if (routed.clickId !== '') headers.push(['X-Click-Id', routed.clickId]);
  return { status: routed.status, outcome: 'redirect', headers, body: '' };
}

export class Router {
  constructor(
    private readonly desk: VisitDesk,
    private readonly cache: TargetCache,
    private readonly unlock: UnlockDesk,
    private readonly hosts: HostNames,
    private readonly roots: DomainRoots,
    private readonly appOrigin: string,
    private readonly logger: Logger,
  ) {}

  async route(req: IncomingMessage, peer: Peer): Promise<Routed> {
    const target = parseTarget(req);
    if (!target) return this.notice('malformed');
    const { path, head } = target;
    const slug = path.slice(1);
    if (req.method === 'POST' && SLUG.test(slug))
      return { kind: 'reply', reply: await this.unlock.open(req, headOf({ ...head, slug }), peer) };
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      this.desk.notice('not_allowed');
      this.desk.reply!.headers.push(['Allow', SLUG.test(slug) ? 'GET, HEAD, POST' : 'GET, HEAD']);
      return { kind: 'reply', reply: this.desk.reply! };
    }
    if (path === '/') return this.root(head.host);
    const fixed = fixedReply(path, this.appOrigin, Date.now());
    if (fixed) return { kind: 'reply', reply: fixed };
    if (SLUG.test(slug))
      return this.visit(headOf({ ...head, slug }), (h, looked) => this.desk.visitLink(h, peer, Date.now(), looked), false);
    if (slug.endsWith('+') && SLUG.test(slug.slice(0, -1))) {
      return this.visit(headOf({ ...head, slug: slug.slice(0, -1) }), (h, looked) => this.desk.preview(h, peer, Date.now(), looked), false);
    }
    const id = path.startsWith('/qr/') ? path.slice(4) : '';
    if (isId('qr', id))
      return this.visit(headOf({ ...head, slug: id }), (h, looked) => this.desk.visitCode(h, peer, Date.now(), looked), true);
    // No slug can be this: no store is asked.
    return this.notice('missing');
  }

  /** A host of nobody's is most likely this edge under another name. */
  private async root(host: string): Promise<Routed> {
    const domain = this.hosts.domainOf(host);
    const root = domain === undefined || domain === this.hosts.shortDomain ? 'unknown' : await this.roots.of(domain, Date.now());
    if (root === 'unavailable') return this.notice('unavailable', 1);
    if (root === 'unknown') return { kind: 'reply', reply: redirectReply(302, `${this.appOrigin}/`) };
    return root.redirect === '' ? this.notice('missing') : { kind: 'reply', reply: redirectReply(302, root.redirect) };
  }

  noteDefect(error: unknown): void {
    this.logger.error({ err: error }, 'request not handled');
  }

  private async visit(head: RequestHead, look: (head: RequestHead, looked?: Looked) => Verdict, isCode: boolean): Promise<Routed> {
    let verdict = look(head);
    for (let asked = 0; verdict === LOOK_UP && asked < MAX_ASKS; asked++) verdict = look(head, await this.desk.lookUp(head, isCode));
    if (verdict === LOOK_UP) verdict = this.desk.notice('unavailable', undefined, 1);
    if (verdict !== REDIRECT) return { kind: 'reply', reply: this.desk.reply! };
    const { entry, location, vary, clickId } = this.desk;
    return { kind: 'redirect', status: this.cache.redirectType(entry), location: location || this.desk.destination(entry), vary, clickId };
  }

  private notice(name: 'malformed' | 'missing' | 'unavailable', retryAfterSeconds?: number): Routed {
    this.desk.notice(name, undefined, retryAfterSeconds);
    return { kind: 'reply', reply: this.desk.reply! };
  }
}

/** Path and header facts; undefined for a request that could be read in two ways. */
function parseTarget(req: IncomingMessage): { path: string; head: Omit<HeadFields, 'slug'> } | undefined {
  let target = req.url ?? '';
  const hosts = valuesOf(req, 'host');
  // HTTP/1.0 may come without; nothing may come with two.
  if (hosts.length > 1 || target.length > MAX_TARGET) return undefined;
  let host = hosts[0] ?? '';
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target);
  if (absolute) {
    host = absolute[1]!;
    target = absolute[2]!.startsWith('/') ? absolute[2]! : `/${absolute[2]!}`;
  }
  if (!target.startsWith('/') || target.includes('#')) return undefined;
  const mark = target.indexOf('?');
  return {
    path: mark < 0 ? target : target.slice(0, mark),
    head: {
      isHead: req.method === 'HEAD',
      query: mark < 0 ? '' : target.slice(mark + 1),
      host,
      agent: valuesOf(req, 'user-agent')[0] ?? '',
      referrer: valuesOf(req, 'referer')[0] ?? '',
      language: valuesOf(req, 'accept-language')[0] ?? '',
      forwarded: valuesOf(req, 'x-forwarded-for').join(','),
      cookie: valuesOf(req, 'cookie').join('; '),
      prefetch: ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) => valuesOf(req, name).length > 0),
    },
  };
}

/** Every value of a header, in order; node:http alone would drop or join some. */
function valuesOf(req: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    if (req.rawHeaders[i]!.toLowerCase() === name) values.push(req.rawHeaders[i + 1]!);
  }
  return values;
}
