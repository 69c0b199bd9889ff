import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CountedEntity } from '@linqr/proto/analytics/v1/analytics';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { AGENTS, aBatch, aClick, actorOf, publishBatches, type Rig, startRig, tally } from './rig.js';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
}, 60_000);
afterAll(async () => rig.stop());

const filter = {
  countries: [],
  cities: [],
  devices: [],
  browsers: [],
  operatingSystems: [],
  referrers: [],
  utmSources: [],
  utmMediums: [],
  utmCampaigns: [],
  languages: [],
  includeBots: false,
  rules: [],
  variants: [],
};
const window = { range: '24h', from: undefined, to: undefined, timeZone: '' };

describe('the life of a click', () => {
  test('is counted and shown with country, device and referrer within 2 s of being published', async () => {
    const click = aClick({ referrer: 'https://l.facebook.com/l.php?u=x', query: 'utm_source=news&utm_campaign=spring' });
    const actor = actorOf(click.workspaceId);
    const asked = { entity: CountedEntity.COUNTED_ENTITY_LINK, ids: [click.linkId] };
    // The first click waits for the start of the consumer as well.
    await publishBatches(rig.bus, [aBatch([aClick()])]);
    await eventually(async () => (await tally(rig.warehouse)).lifetime === 1, { timeoutMs: 20_000 });

    const startedAt = performance.now();
    await publishBatches(rig.bus, [aBatch([click])]);
    const { counts } = await eventually(async () => {
      const answer = await callAs(actor, () => rig.client.getCounts(asked));
      return answer.counts[0]?.clicks === 1 && answer;
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(counts[0]).toMatchObject({
      id: click.linkId,
      clicks: 1,
      uniqueClicks: 1,
      lastClickAt: new Date(click.clickedAtMs).toISOString(),
    });
    expect(counts[0]?.sparkline).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

    const analytics = await callAs(actor, () => rig.client.getLinkAnalytics({ linkId: click.linkId, window, filter }));
    expect(analytics).toMatchObject({ totalClicks: 1, uniqueClicks: 1, mobileClicks: 1, todayClicks: 1, weekClicks: 1, botClicks: 0 });
    expect(analytics.countries).toEqual([{ name: 'FR', clicks: 1, uniqueClicks: 1 }]);
    expect(analytics.devices).toEqual([{ name: 'mobile', clicks: 1, uniqueClicks: 1 }]);
    expect(analytics.referrers).toEqual([{ name: 'facebook.com', clicks: 1, uniqueClicks: 1 }]);
    expect(analytics.utmCampaigns).toEqual([{ name: 'spring', clicks: 1, uniqueClicks: 1 }]);
    expect(analytics.series).toHaveLength(24);
    expect(analytics.previousSeries).toHaveLength(24);
    expect(analytics.recentClicks[0]).toMatchObject({
      id: click.id,
      country: 'FR',
      device: 'mobile',
      browser: 'Mobile Safari',
      os: 'iOS',
      linkId: click.linkId,
    });
  });

  test('a bot is recorded and left out unless asked for', async () => {
    const person = aClick();
    const bot = aClick({ workspaceId: person.workspaceId, linkId: person.linkId, userAgent: AGENTS.googlebot });
    const actor = actorOf(person.workspaceId);
    await publishBatches(rig.bus, [aBatch([person, bot])]);
    const read = (includeBots: boolean) =>
      callAs(actor, () => rig.client.getLinkAnalytics({ linkId: person.linkId, window, filter: { ...filter, includeBots } }));
    const people = await eventually(async () => {
      const answer = await read(false);
      return answer.totalClicks === 1 && answer;
    });
    expect(people).toMatchObject({ totalClicks: 1, botClicks: 1 });
    expect(await read(true)).toMatchObject({ totalClicks: 2, botClicks: 1 });
  });

  test('another workspace sees nothing of a link by its id', async () => {
    const click = aClick();
    await publishBatches(rig.bus, [aBatch([click])]);
    const asked = { entity: CountedEntity.COUNTED_ENTITY_LINK, ids: [click.linkId] };
    await eventually(async () => (await callAs(actorOf(click.workspaceId), () => rig.client.getCounts(asked))).counts[0]?.clicks === 1);
    const stranger = actorOf(`${click.workspaceId.slice(0, -1)}0`);
    const [counts, analytics, overview, realtime] = await callAs(stranger, () =>
      Promise.all([
        rig.client.getCounts(asked),
        rig.client.getLinkAnalytics({ linkId: click.linkId, window, filter }),
        rig.client.getOverview({ window, filter }),
        rig.client.getRealtime({ linkId: click.linkId }),
      ]),
    );
    expect(counts.counts[0]).toMatchObject({ clicks: 0, lastClickAt: undefined });
    expect(analytics).toMatchObject({ totalClicks: 0, recentClicks: [], countries: [] });
    expect(overview).toMatchObject({ totalClicks: 0, topLinks: [] });
    expect(realtime).toMatchObject({ totalClicks: 0, recentClicks: [] });
  });
});
