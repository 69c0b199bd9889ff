import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
import { LinkState, type ResolvedLink } from '@linqr/proto/link/v1/link';
import { TargetCache } from './target.cache.js';
import { TargetDirectory } from './target.directory.js';
import { STATE } from './target.js';
import { TargetSource } from './target.source.js';

const link = (slug: string, workspaceId: string, state = LinkState.LINK_STATE_ACTIVE): ResolvedLink => ({
  id: `lnk_${slug}`,
  workspaceId,
  ownerId: 'usr_1',
  domain: 's.example',
  slug,
  originalUrl: 'https://e.example/',
  redirectType: 302,
  forwardQuery: false,
  hasPassword: false,
  passwordVersion: 0,
  expiresAtMs: 0,
  startsAtMs: 0,
  maxClicks: 0,
  state,
  version: 1,
  title: '',
  qrId: '',
  rules: [],
  variants: [],
  mayGoOn: false,
});

function setUp() {
  const questions: { slug: string; answer: (link: ResolvedLink) => void }[] = [];
  const source = new TargetSource(
    {
      resolveLink: ({ slug }) => new Promise((answer) => void questions.push({ slug, answer })),
      resolveLinks: () => Promise.reject(new Error('not asked')),
    },
    { resolveQrCode: () => Promise.reject(new Error('not asked')), resolveQrCodes: () => Promise.reject(new Error('not asked')) },
    { ready: () => Promise.resolve() },
  );
  const cache = new TargetCache(4 * 1024 * 1024);
  const directory = new TargetDirectory(cache, source, createLogger({ service: 'test', level: 'silent' }));
  const find = (slug: string) => directory.find(slug, { domain: 's.example', slug });
  return { questions, cache, directory, find };
}

describe('a workspace that changed as a whole', () => {
  test("takes all its entries out of the cache, and nobody else's", async () => {
    const { questions, cache, directory, find } = setUp();
    for (let i = 0; i < 2_000; i++) {
      const found = find(`slug-${i}`);
      questions.at(-1)!.answer(link(`slug-${i}`, i % 3 === 0 ? 'ws_closed' : `ws_${i % 7}`));
      await found;
    }
    directory.forgetWorkspace('ws_closed');
    for (let i = 0; i < 2_000; i++) expect(cache.findKey(`slug-${i}`) >= 0).toBe(i % 3 !== 0);
    directory.forgetWorkspace('ws_unknown');
    expect(cache.size).toBe(2_000 - 667);
  });

  test('is asked about again where an answer was under way', async () => {
    const { questions, cache, directory, find } = setUp();
    const found = find('abc');
    directory.forgetWorkspace('ws_closed');
    questions[0]!.answer(link('abc', 'ws_closed'));
    await new Promise((resolve) => setImmediate(resolve));
    questions[1]!.answer(link('abc', 'ws_closed', LinkState.LINK_STATE_DISABLED));
    expect(await found).toBe('ready');
    expect(cache.state(cache.findKey('abc'))).toBe(STATE.disabled);
  });
});
