import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
import { ApiAllowance } from './api-allowance.js';

let nowMs: number;
let asked: string[];
let billing: () => Promise<number>;
let allowance: ApiAllowance;
beforeEach(() => {
  nowMs = 1_000_000;
  asked = [];
  billing = async () => 10_000;
  const ask = (workspaceId: string) => {
    asked.push(workspaceId);
    return billing();
  };
  allowance = new ApiAllowance(ask, { now: () => nowMs }, createLogger({ service: 'test', level: 'silent' }));
});
const down = () => Promise.reject(new Error('billing is down'));

describe('the API calls an hour of a workspace', () => {
  test('are asked of billing once a minute, by many at once only once', async () => {
    expect(await Promise.all([1, 2, 3].map(() => allowance.callsPerHour('ws_a')))).toEqual([10_000, 10_000, 10_000]);
    nowMs += 59_999;
    await allowance.callsPerHour('ws_a');
    expect(asked).toEqual(['ws_a']);
    billing = async () => -1;
    nowMs += 1;
    expect(await allowance.callsPerHour('ws_a')).toBe(-1);
  });

  test('are those of Free while billing is down and nothing is known', async () => {
    billing = down;
    expect(await allowance.callsPerHour('ws_a')).toBe(100);
    billing = async () => 1_000;
    nowMs += 4_999;
    expect(await allowance.callsPerHour('ws_a')).toBe(100);
    nowMs += 1;
    expect(await allowance.callsPerHour('ws_a')).toBe(1_000);
  });

  test('stay what they were for an hour when billing goes down, then those of Free', async () => {
    await allowance.callsPerHour('ws_a');
    billing = down;
    nowMs += 60_000;
    expect(await allowance.callsPerHour('ws_a')).toBe(10_000);
    nowMs += 3_600_000;
    expect(await allowance.callsPerHour('ws_a')).toBe(100);
  });

  test('of ever so many workspaces are not all remembered', async () => {
    for (let i = 0; i <= 10_000; i++) await allowance.callsPerHour(`ws_${i}`);
    await allowance.callsPerHour('ws_0');
    expect(asked.filter((id) => id === 'ws_0')).toHaveLength(2);
  });
});
