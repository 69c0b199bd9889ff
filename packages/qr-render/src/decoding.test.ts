import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import type { CheckResult } from '../test/checks.js';

async function run(check: string): Promise<CheckResult> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...typescriptArguments(), sourcePath('packages/qr-render/test/decode.ts'), check],
    { cwd: sourcePath('packages/qr-render'), timeout: 110_000 },
  );
  return JSON.parse(stdout) as CheckResult;
}

describe('what the product allows decodes', () => {
  it('wherever two values of pattern, corner, frame, level, logo, branding, fill and background meet: whole, least size, scaled and noisy', async () => {
    const { checked, failed } = await run('cover');
    expect(failed).toEqual([]);
    // 8 patterns times 5 frames have to meet; more than twice that would be a cover that does not try.
    expect(checked).toBeGreaterThanOrEqual(40);
    expect(checked).toBeLessThan(80);
  }, 120_000);

  it('in every template', async () => {
    expect((await run('templates')).failed).toEqual([]);
  }, 120_000);

  it('with any colours, gradient, margin and logo size that are not refused', async () => {
    expect((await run('random')).failed).toEqual([]);
  }, 120_000);

  it('for every type of content, by a second decoder too', async () => {
    expect((await run('contents')).failed).toEqual([]);
  }, 120_000);
});
