import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAlive } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';

jest.setTimeout(120_000);

let product: Product;
let again: Product;
beforeAll(async () => {
  product = await startProduct();
}, 300_000);
afterAll(async () => {
  await again?.stop();
  await product?.stop();
}, 60_000);

function run(tool: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], LINQR_DATA_DIR: product.dataDir };
    execFile(process.execPath, [sourcePath(`deploy/local/bin/${tool}.mjs`), ...args], { env, timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

interface Overview {
  totalClicks: number;
  botClicks: number;
  totalLinks: number;
  countries: unknown[];
}
async function overview(running = product): Promise<Overview> {
  const { email, password } = JSON.parse(readFileSync(join(product.dataDir, 'secrets/demo.json'), 'utf8')) as {
    email: string;
    password: string;
  };
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(running.appUrl + path, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
    return ((await response.json()) as { data: unknown }).data;
  };
  const { accessToken } = (await call('/api/auth/login', { method: 'POST', body: JSON.stringify({ email, password }) })) as {
    accessToken: string;
  };
  return (await call('/api/urls/analytics/overview?timeRange=90d', { headers: { authorization: `Bearer ${accessToken}` } })) as Overview;
}

describe('the tools of a running installation', () => {
  it('demo adds exactly the clicks that were asked for, and none of them twice', async () => {
    const first = await run('demo', '--clicks', '3000', '--links', '12', '--days', '60');
    expect(first).toEqual({ code: 0, said: expect.stringContaining('demo@example.com') });
    const seen = await overview();
    expect(seen.totalClicks + seen.botClicks).toBe(3_000);
    expect([seen.totalLinks, seen.countries.length > 10]).toEqual([12, true]);
    const again = await run('demo', '--clicks', '3000', '--links', '12', '--days', '60');
    expect(again.said).toContain('nothing is added twice');
    expect(await overview()).toMatchObject({ totalClicks: seen.totalClicks, totalLinks: 12 });
  });

  it('demo refuses what it cannot do', async () => {
    expect(await run('demo', '--clicks', '0')).toEqual({ code: 1, said: expect.stringContaining('--clicks must be a whole number') });
    expect(await run('demo', '--what')).toEqual({ code: 1, said: expect.stringContaining('Usage: npm run demo') });
  });

  it('admin makes an admin and takes it back', async () => {
    expect(await run('admin', 'grant', 'demo@example.com')).toEqual({ code: 0, said: 'demo@example.com is an admin now.\n' });
    expect(await run('admin', 'revoke', 'demo@example.com')).toEqual({ code: 0, said: 'demo@example.com is no admin now.\n' });
  });

  it('admin says what is wrong', async () => {
    expect(await run('admin', 'grant', 'nobody@example.com')).toEqual({
      code: 1,
      said: 'There is no account with the address nobody@example.com. Sign up in the app first.\n',
    });
    expect((await run('admin', 'promote', 'demo@example.com')).said).toContain('Usage: npm run admin');
  });

  it('a database that is killed is started again and the product goes on over the same data', async () => {
    const pid = Number(readFileSync(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await eventually(() => product.output().includes('postgres is ready again'), { timeoutMs: 30_000 });
    expect((await eventually(() => overview(), { timeoutMs: 30_000, intervalMs: 250 })).totalLinks).toBe(12);
  });

  it('a launcher that is killed takes every process with it, and the next start goes on over the same data', async () => {
    const processes = product.processes();
    await product.kill();
    // PostgreSQL drains for some seconds more; everything else ends at once.
    await eventually(() => expect(Object.keys(processes).filter((name) => isAlive(processes[name]!))).toEqual([]), { timeoutMs: 20_000 });
    again = await startProduct({ dataDir: product.dataDir });
    expect(again.output()).not.toContain('Ended what an earlier start had left running');
    expect((await overview(again)).totalLinks).toBe(12);
  });

  it('says that nothing runs once it is stopped', async () => {
    await again.stop();
    expect(isAlive(again.pid)).toBe(false);
    expect((await run('admin', 'grant', 'demo@example.com')).said).toMatch(/^Linqr does not run on the data in /);
  });
});
