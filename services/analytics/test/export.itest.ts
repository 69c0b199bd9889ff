import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { eventually } from '@linqr/testing/eventually';
import { clickSections } from '../src/export/click.sections.js';
import { aBatch, aClick, actorOf, publishBatches, type Rig, startRig } from './rig.js';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
}, 60_000);
afterAll(() => rig?.stop(), 60_000);

describe('the export of a workspace', () => {
  it('has every click and every day of every link and code exactly once, however small the pages, and nobody else’s', async () => {
    const workspaceId = newId('ws');
    const at = Date.parse('2026-11-10T12:00:00Z');
    const links = [newId('lnk'), newId('lnk'), newId('lnk')];
    // Several in the same millisecond: a page may end between them.
    const clicks = links.flatMap((linkId, n) =>
      Array.from({ length: 11 }, (_, i) =>
        aClick({ workspaceId, linkId, qrId: n === 2 ? 'qr_1' : '', clickedAtMs: at + Math.floor(i / 4) * 86_400_000 }),
      ),
    );
    await publishBatches(rig.bus, [aBatch([...clicks, aClick()])]);
    const count = async () => Number((await rig.warehouse.query<{ n: string }>('SELECT count() AS n FROM clicks_raw_v1', {}))[0]!.n);
    await eventually(async () => (await count()) === clicks.length + 1);
    for (const perPage of [2, 1_000]) {
      const [days, raw] = clickSections(rig.warehouse, perPage);
      const all = async (section: typeof days) => {
        const records: Record<string, unknown>[] = [];
        for (let after: string | undefined = ''; after !== undefined; ) {
          const page = await section!.page(actorOf(workspaceId), after);
          records.push(...(page.records as Record<string, unknown>[]));
          after = page.next;
        }
        return records;
      };
      const exported = await all(raw);
      expect(new Set(exported.map((click) => click['id']))).toEqual(new Set(clicks.map(({ id }) => id)));
      expect(exported).toHaveLength(clicks.length);
      expect(exported[0]).not.toHaveProperty('address');
      const perDay = await all(days);
      // Three days of three links, and of one code.
      expect(perDay).toHaveLength(12);
      expect(perDay.filter((day) => day['of'] === 'link').reduce((sum, day) => sum + Number(day['clicks']), 0)).toBe(clicks.length);
    }
  }, 60_000);
});
