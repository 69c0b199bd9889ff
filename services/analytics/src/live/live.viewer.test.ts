import { expect, test } from '@jest/globals';
import type { IngestedClick } from '@linqr/proto/events/v1/analytics';
import { eventually } from '@linqr/testing/eventually';
import { LiveViewer } from './live.viewer.js';

const click = (n: number, linkId = 'lnk_1'): IngestedClick => ({
  id: String(n),
  clickedAtMs: 0,
  workspaceId: 'ws',
  linkId,
  qrId: '',
  source: 'link',
  country: '',
  city: '',
  device: '',
  browser: '',
  os: '',
  referrer: '',
  isBot: false,
  domain: '',
  slug: '',
});

test('a viewer that reads slowly keeps the newest 256 clicks, the dropped ones are counted, and it gets the rest once it reads', async () => {
  let blocked = true;
  let dropped = 0;
  const seen: string[] = [];
  const sink = { deliver: ({ id }: IngestedClick) => void seen.push(id), isBlocked: () => blocked, end: () => undefined };
  const viewer = new LiveViewer('', sink, () => dropped++);
  for (let n = 0; n < 1_000; n++) viewer.offer(click(n));
  expect(seen).toEqual([]);
  expect(dropped).toBe(1_000 - 256);
  blocked = false;
  await eventually(() => seen.length === 256);
  expect(seen[0]).toBe('744');
  viewer.offer(click(1_000));
  expect(seen.at(-1)).toBe('1000');
  viewer.close();
  viewer.offer(click(1_001));
  expect(seen.at(-1)).toBe('1000');
});

test('a viewer of one link sees no other', () => {
  const seen: string[] = [];
  const viewer = new LiveViewer(
    'lnk_1',
    { deliver: ({ id }) => void seen.push(id), isBlocked: () => false, end: () => undefined },
    () => undefined,
  );
  viewer.offer(click(1));
  viewer.offer(click(2, 'lnk_2'));
  expect(seen).toEqual(['1']);
});
