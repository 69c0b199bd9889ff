// The link service of the benchmark: every address leads somewhere.
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { LinkServiceService } from '@linqr/proto/link/v1/link';

/** What the link service answers about a link. */
export const linkOf = (domain, slug) => ({
  id: `lnk_01kdg3w5xq${slug}abcdefghj`,
  workspaceId: 'ws_01kdg3w5xq0123456789abcdef',
  ownerId: 'usr_01kdg3w5xq0123456789abcdef',
  domain,
  slug,
  originalUrl: `https://destination.example/some/path/${slug}?campaign=spring`,
  redirectType: 302,
  forwardQuery: false,
  hasPassword: false,
  passwordVersion: 0,
  expiresAtMs: 0,
  startsAtMs: 0,
  maxClicks: 0,
  state: 'LINK_STATE_ACTIVE',
  version: 1,
  title: '',
  qrId: '',
  rules: [],
  variants: [],
  mayGoOn: false,
});

export async function startBenchResolver() {
  const server = new Server();
  const known = {
    resolveLink: ({ request: { domain, slug } }, done) => done(null, linkOf(domain, slug)),
    resolveLinks: ({ request: { addresses } }, done) =>
      done(null, {
        answers: addresses.map(({ domain, slug, version }) => (version === 1 ? { unchanged: true } : { link: linkOf(domain, slug) })),
      }),
  };
  const handlers = new Proxy(
    {},
    { has: () => true, get: (_, name) => known[name] ?? ((_call, done) => done({ code: status.UNIMPLEMENTED })) },
  );
  server.addService(LinkServiceService, handlers);
  const port = await new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, close: () => server.forceShutdown() };
}
