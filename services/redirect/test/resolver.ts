// The resolving half of the link and qr services over real gRPC, answering from a table that the test writes.
import { Metadata, Server, ServerCredentials, type ServiceError, status } from '@grpc/grpc-js';
import {
  LinkServiceService,
  LinkState,
  type ResolvedLink,
  type ResolveLinksRequest,
  type TakeSeatsRequest,
  type UnlockLinkRequest,
} from '@linqr/proto/link/v1/link';
import { QrServiceService, QrType, type ResolvedQrCode } from '@linqr/proto/qr/v1/qr';

export interface Resolver {
  port: number;
  links: Map<string, ResolvedLink>;
  codes: Map<string, ResolvedQrCode>;
  /** How often each address was asked for. */
  asked: Map<string, number>;
  /** Right password by slug. */
  passwords: Map<string, string>;
  unlocks: UnlockLinkRequest[];
  /** How many addresses each question for many had. */
  batches: number[];
  /** Seats left by address, and who asked for one. */
  seats: Map<string, number>;
  seatsAsked: { key: string; clickId: string }[];
  delayMs: number;
  /** Stops listening; `up` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export const someLink = (domain: string, slug: string, over: Partial<ResolvedLink> = {}): ResolvedLink => ({
  id: `lnk_${slug}`,
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  domain,
  slug,
  originalUrl: `https://e.example/${slug}`,
  redirectType: 302,
  forwardQuery: false,
  hasPassword: false,
  passwordVersion: 0,
  expiresAtMs: 0,
  startsAtMs: 0,
  maxClicks: 0,
  state: LinkState.LINK_STATE_ACTIVE,
  version: 1,
  title: '',
  qrId: '',
  rules: [],
  variants: [],
  clicksLeft: undefined,
  mayGoOn: false,
  ...over,
});

export const someCode = (id: string, over: Partial<ResolvedQrCode> = {}): ResolvedQrCode => ({
  id,
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  type: QrType.QR_TYPE_URL,
  content: 'https://e.example/code',
  title: '',
  active: true,
  blocked: false,
  version: 1,
  ...over,
});

/** An AppError as services send it. */
function failure(code: string, grpcStatus: status, retryAfterSeconds?: number): Partial<ServiceError> {
  const metadata = new Metadata();
  metadata.set('x-linqr-error-bin', Buffer.from(JSON.stringify({ code, message: code, details: [], retryAfterSeconds })));
  return { code: grpcStatus, details: code, metadata };
}

export async function startResolver(): Promise<Resolver> {
  let server = new Server();
  const resolver: Resolver = {
    port: 0,
    links: new Map(),
    codes: new Map(),
    asked: new Map(),
    passwords: new Map(),
    unlocks: [],
    batches: [],
    seats: new Map(),
    seatsAsked: [],
    delayMs: 0,
    async down() {
      server.forceShutdown();
    },
    async up() {
      server = make();
      await bind(server, resolver.port);
    },
  };
  const ask = (key: string) => resolver.asked.set(key, (resolver.asked.get(key) ?? 0) + 1);
  const unavailable = () => failure('NOT_AVAILABLE_YET', status.UNIMPLEMENTED);
  function make(): Server {
    const made = new Server();
    made.addService(
      LinkServiceService,
      handlers({
        resolveLink: ({ request: { domain, slug } }, done) => {
          ask(`${domain}/${slug}`);
          const link = resolver.links.get(`${domain}/${slug}`);
          const answer = () => (link ? done(null, link) : done(failure('LINK_NOT_FOUND', status.NOT_FOUND)));
          if (resolver.delayMs > 0) setTimeout(answer, resolver.delayMs);
          else answer();
        },
        resolveLinks: ({ request: { addresses } }, done) => {
          resolver.batches.push(addresses.length);
          done(null, {
            answers: addresses.map(({ domain, slug, version }) => {
              const link = resolver.links.get(`${domain}/${slug}`);
              return !link ? { missing: true } : link.version === version ? { unchanged: true } : { link };
            }),
          });
        },
        takeSeats: ({ request: { domain, slug, clickIds } }, done) => {
          const key = `${domain}/${slug}`;
          const taken = clickIds.map((clickId) => {
            resolver.seatsAsked.push({ key, clickId });
            const left = resolver.seats.get(key) ?? 0;
            resolver.seats.set(key, Math.max(0, left - 1));
            return left > 0;
          });
          if (resolver.delayMs > 0) setTimeout(() => done(null, { taken }), resolver.delayMs);
          else done(null, { taken });
        },
        unlockLink: ({ request }, done) => {
          resolver.unlocks.push(request);
          if (resolver.unlocks.length > 20) return done(failure('RATE_LIMITED', status.RESOURCE_EXHAUSTED, 33));
          const link = resolver.links.get(`${request.domain}/${request.slug}`);
          if (!link) return done(failure('LINK_NOT_FOUND', status.NOT_FOUND));
          if (resolver.passwords.get(request.slug) !== request.password)
            return done(failure('LINK_PASSWORD_WRONG', status.PERMISSION_DENIED));
          done(null, { linkId: link.id, originalUrl: link.originalUrl, passwordVersion: link.passwordVersion });
        },
      }),
    );
    made.addService(
      QrServiceService,
      handlers({
        resolveQrCode: ({ request: { id } }, done) => {
          ask(`/qr/${id}`);
          const code = resolver.codes.get(id);
          if (code) done(null, code);
          else done(failure('QR_CODE_NOT_FOUND', status.NOT_FOUND));
        },
      }),
    );
    return made;
  }
  type Handler = (call: { request: never & Record<string, string> }, done: (error: unknown, value?: unknown) => void) => void;
  function handlers(
    known: Record<
      string,
      (
        call: { request: UnlockLinkRequest & ResolveLinksRequest & TakeSeatsRequest },
        done: (error: unknown, value?: unknown) => void,
      ) => void
    >,
  ) {
    return new Proxy({} as Record<string, Handler>, {
      get: (_, name) => (known[String(name)] ?? ((_call: unknown, done: (error: unknown) => void) => done(unavailable()))) as Handler,
      has: () => true,
    }) as never;
  }
  server = make();
  resolver.port = await bind(server, 0);
  return resolver;
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}
