import { describe, expect, it } from '@jest/globals';
import { ClickMaker, type DemoLink } from './click-maker.js';
import { campaignsOf, type TrafficOptions, trafficPlan } from './traffic-plan.js';

const DAY_MS = 86_400_000;
const endMs = Date.UTC(2026, 10, 21, 9, 30);
const options: TrafficOptions = { seed: '1', clicks: 20_000, links: 20, days: 90, endMs };
const links = Array.from({ length: 20 }, (_, i): DemoLink => {
  const link = { id: `lnk_${i}`, workspaceId: 'ws_1', ownerId: 'usr_1', domain: 'localhost:3001', slug: `s${i}`, version: 1 };
  return i % 6 === 0 ? { ...link, qrId: `qr_${i}` } : link;
});

function clicks(seed = '1') {
  const maker = new ClickMaker(seed, links, campaignsOf({ ...options, seed }));
  return [...trafficPlan({ ...options, seed })].flatMap((hour) => maker.clicksOf(hour));
}

describe('demo traffic', () => {
  const all = clicks();
  const share = (condition: (click: (typeof all)[number]) => boolean) => all.filter(condition).length / all.length;

  it('has exactly the clicks that were asked for, in order, within the days and not in the future', () => {
    expect(all).toHaveLength(20_000);
    expect(all.every((click, i) => i === 0 || click.clickedAtMs >= all[i - 1]!.clickedAtMs)).toBe(true);
    expect(all.at(-1)!.clickedAtMs).toBeLessThan(endMs);
    expect(all[0]!.clickedAtMs).toBeGreaterThanOrEqual(endMs - 90 * DAY_MS);
    expect(new Set(all.map((click) => click.id)).size).toBe(20_000);
    expect(all.every((click) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(click.id))).toBe(true);
  });

  it('is the same for the same seed and another for another', () => {
    expect(clicks()).toEqual(all);
    expect(clicks('2')[0]!.id).not.toBe(all[0]!.id);
  });

  it('grows, sleeps at weekends, and has favourites', () => {
    const halfTime = endMs - 45 * DAY_MS;
    expect(share((click) => click.clickedAtMs > halfTime)).toBeGreaterThan(0.54);
    expect(share((click) => [0, 6].includes(new Date(click.clickedAtMs).getUTCDay()))).toBeLessThan(0.27);
    const counts = links.map((link) => all.filter((click) => click.linkId === link.id).length).sort((a, b) => b - a);
    expect(counts[0]! + counts[1]! + counts[2]!).toBeGreaterThan(all.length * 0.4);
  });

  it('comes from people of many countries, some bots and some scans', () => {
    expect(share((click) => /bot|externalhit|curl|python|WhatsApp/i.test(click.userAgent))).toBeCloseTo(0.055, 1);
    expect(share((click) => click.qrId !== '')).toBeGreaterThan(0.02);
    expect(new Set(all.map((click) => click.acceptLanguage)).size).toBeGreaterThan(30);
    expect(share((click) => click.query.includes('utm_campaign='))).toBeGreaterThan(0.15);
  });

  it('slices busy hours, so that memory stays bounded, without losing a click', () => {
    const busy = [...trafficPlan({ ...options, clicks: 3_000_000, days: 2 })];
    expect(busy.reduce((sum, hour) => sum + hour.clicks, 0)).toBe(3_000_000);
    expect(Math.max(...busy.map((hour) => hour.clicks))).toBeLessThanOrEqual(20_000);
    expect(busy.every((hour, i) => hour.endMs > hour.startMs && (i === 0 || hour.startMs >= busy[i - 1]!.endMs))).toBe(true);
  });
});
