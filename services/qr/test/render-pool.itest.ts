import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { createLogger } from '@linqr/platform/logging';
import { Registry } from '@linqr/platform/management';
import { DEFAULT_DESIGN } from '@linqr/qr-render';
import { eventually } from '@linqr/testing/eventually';
import { typescriptArguments } from '@linqr/testing/typescript';
import { RenderPool } from '../src/rendering/render-pool.js';
import type { RenderTask } from '../src/rendering/render-task.js';

let pool: RenderPool;
afterEach(() => pool.stop());

function open(size: number, taskTimeoutMs = 15_000): RenderPool {
  pool = new RenderPool({
    size,
    taskTimeoutMs,
    logger: createLogger({ service: 'test', level: 'silent' }),
    registry: new Registry(),
    execArgv: typescriptArguments().filter((argument) => argument !== '--enable-source-maps'),
  });
  return pool;
}

const drawing = (payload: string): RenderTask => ({ kind: 'image', payload, design: DEFAULT_DESIGN, format: 'svg', size: 300 });

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

describe('the drawing threads', () => {
  it('answer every task with its own result, however many wait', async () => {
    open(2);
    const [first, ...rest] = await Promise.all(Array.from({ length: 40 }, (_, at) => pool.run(drawing(`code ${at % 20}`))));
    const texts = [first, ...rest].map((result) => ('content' in result! ? Buffer.from(result.content).toString() : ''));
    expect(new Set(texts).size).toBe(20);
    expect(texts.slice(0, 20)).toEqual(texts.slice(20));
  }, 30_000);

  it('fail only the task that cannot be drawn', async () => {
    open(1);
    const answers = await Promise.all([codeOf(pool.run(drawing('a'))), codeOf(pool.run(drawing(''))), codeOf(pool.run(drawing('b')))]);
    expect(answers).toEqual(['done', 'PART_UNAVAILABLE', 'done']);
  }, 30_000);

  it('are replaced when a drawing hangs, and only that drawing fails', async () => {
    open(1, 200);
    // Three hundred milliseconds and more of any processor.
    const endless: RenderTask = { kind: 'image', payload: 'x', design: { ...DEFAULT_DESIGN, style: 'dot' }, format: 'png', size: 6_000 };
    expect(await codeOf(pool.run(endless))).toBe('PART_UNAVAILABLE');
    await eventually(async () => (await codeOf(pool.run(drawing('after')))) === 'done');
  }, 30_000);

  it('turn away what would wait too long, and everything once stopped', async () => {
    open(1);
    const all = Array.from({ length: 520 }, () => codeOf(pool.run(drawing('x'))));
    await pool.stop();
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === 'PART_UNAVAILABLE').length).toBeGreaterThanOrEqual(19);
    expect(await codeOf(pool.run(drawing('late')))).toBe('PART_UNAVAILABLE');
  }, 30_000);
});
