// The edge's forms. A password: one attempt, judged by the link service (which throttles per link and address). A warning:
// going on all the same.
import type { IncomingMessage } from 'node:http';
import { AppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc-client';
import type { LinkServiceService } from '@linqr/proto/link/v1/link';
import type { Peer } from '../address/peer.js';
import { type Reply, redirectReply } from '../http/reply.js';
import type { RequestHead } from '../http/request-head.js';
import { noticePage } from '../page/notice.pages.js';
import { passwordPage } from '../page/password.page.js';
import { linkKey } from '../target/target.key.js';
import type { HostNames } from '../visit/host.names.js';
import type { UnlockCookie } from './unlock.cookie.js';

const MAX_BODY_BYTES = 4 * 1024;
const MAX_PASSWORD_LENGTH = 256;
/** Hashing a password takes its time. */
const TIMEOUT_MS = 10_000;

export class UnlockDesk {
  constructor(
    private readonly links: Pick<GrpcClient<typeof LinkServiceService>, 'unlockLink'>,
    private readonly cookie: UnlockCookie,
    private readonly warnedCookie: UnlockCookie,
    private readonly hosts: HostNames,
    private readonly appOrigin: string,
  ) {}

  /** 303 to the link itself with the cookie, or the page again with the reason. Never rejects for what a visitor sent. */
  async open(req: IncomingMessage, head: RequestHead, peer: Peer): Promise<Reply> {
    const { slug, query } = head;
    const { appOrigin } = this;
    const domain = this.hosts.domainOf(head.host);
    const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    if (domain === undefined || type !== 'application/x-www-form-urlencoded') return noticePage('malformed', { appOrigin });
    const body = await readBody(req);
    if (body === undefined) return noticePage('malformed', { appOrigin });
    const form = new URLSearchParams(body);
    if (form.has('go_on')) return this.goOn(req, domain, slug, query);
    const password = form.get('password') ?? '';
    const again = (status: number, text: string, retryAfterSeconds?: number) =>
      passwordPage({
        slug,
        query,
        appOrigin,
        problem: { status, text, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
      });
    if (password === '' || password.length > MAX_PASSWORD_LENGTH) return again(400, 'Please enter the password.');
    try {
      const unlocked = await this.links.unlockLink(
        { domain, slug, password, clientAddress: peer.address(head).toString('latin1'), id: '' },
        { timeoutMs: TIMEOUT_MS },
      );
      const cookie = this.cookie.issue(linkKey(domain, slug, this.hosts.shortDomain), slug, unlocked.passwordVersion, Date.now());
      return redirectReply(303, `/${slug}${query === '' ? '' : `?${query}`}`, [['Set-Cookie', cookie]]);
    } catch (error) {
      const problem = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong on our side.', { cause: error });
      switch (problem.httpStatus) {
        case 404:
          return noticePage('missing', { appOrigin });
        case 410:
          return noticePage('expired', { appOrigin, reportOf: slug });
        case 400:
        case 403:
          return again(403, 'That is not the password of this link.');
        case 429:
          return again(429, 'Too many attempts. Please wait a little before the next one.', problem.retryAfterSeconds ?? 60);
        default:
          return again(503, 'We cannot check the password right now. Please try again in a moment.', problem.retryAfterSeconds ?? 1);
      }
    }
  }

  /** 303 to the link itself; with the cookie only where the warning's own button was pressed, not another site's form. */
  private goOn(req: IncomingMessage, domain: string, slug: string, query: string): Reply {
    const location = `/${slug}${query === '' ? '' : `?${query}`}`;
    if (!isOwnForm(req, domain)) return redirectReply(303, location);
    const cookie = this.warnedCookie.issue(linkKey(domain, slug, this.hosts.shortDomain), slug, 0, Date.now());
    return redirectReply(303, location, [['Set-Cookie', cookie]]);
  }
}

/** Undefined for a body that is too long or breaks off. Leaves the socket as it is: the answer has to go out on it. */
function readBody(req: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
      else {
        req.pause();
        resolve(undefined);
      }
    });
    req.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.on('error', () => resolve(undefined));
    req.on('close', () => resolve(undefined));
  });
}

/** Browsers say where a form comes from; what says nothing is no browser that a site could make post. */
function isOwnForm(req: IncomingMessage, domain: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === domain;
  } catch {
    return false;
  }
}
