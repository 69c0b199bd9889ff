import { expect, test } from '@jest/globals';
import type { EventBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import type { TargetDirectory } from './target.directory.js';
import { TargetNews } from './target.news.js';

test('an edge says that it hears changes only while the bus answers it, however long ago it subscribed', async () => {
  let silentMs = Number.POSITIVE_INFINITY;
  const bus = { broadcast: async () => ({ close: async () => {}, silentMs: () => silentMs }) } as unknown as EventBus;
  const directory = { distrustAll: () => {} } as unknown as TargetDirectory;
  const news = new TargetNews(bus, directory, 's.example', createLogger({ service: 'test', level: 'silent' }));
  expect(news.connected).toBe(false);
  await news.start();
  // Subscribed while the bus was away.
  expect(news.connected).toBe(false);
  silentMs = 900;
  expect(news.connected).toBe(true);
  silentMs = 20_000;
  expect(news.connected).toBe(false);
  silentMs = 0;
  expect(news.connected).toBe(true);
  await news.stop();
  expect(news.connected).toBe(false);
});
