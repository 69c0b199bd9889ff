import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Counter, Management } from './index.js';

describe('the management port', () => {
  let management: Management;
  let origin: string;
  beforeEach(async () => {
    management = new Management('link');
    origin = `http://127.0.0.1:${await management.listen('127.0.0.1', 0)}`;
  });
  afterEach(() => management.close());
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    return { status: response.status, body: await response.text() };
  };

  it('is live and ready when every check is well', async () => {
    management.addCheck({ name: 'postgres', kind: 'ready', check: async () => {} });
    expect(await get('/healthz/live')).toMatchObject({ status: 200 });
    const ready = await get('/healthz/ready');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toEqual({ status: 'ok', checks: { postgres: 'ok' } });
  });

  it('is not ready, but live, while a part it needs is away, and says which', async () => {
    management.addCheck({ name: 'postgres', kind: 'ready', check: () => Promise.reject(new Error('connection refused')) });
    management.addCheck({
      name: 'bus',
      kind: 'ready',
      check: () => {
        throw new Error('no answer');
      },
    });
    const ready = await get('/healthz/ready');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toEqual({ status: 'failing', checks: { postgres: 'connection refused', bus: 'no answer' } });
    expect((await get('/healthz/live')).status).toBe(200);
  });

  it('does not wait more than 2 s for a check that hangs', async () => {
    management.addCheck({ name: 'stuck', kind: 'ready', check: () => new Promise(() => {}) });
    const begun = performance.now();
    expect((await get('/healthz/ready')).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it('is not ready any more once draining, whatever the checks say', async () => {
    management.drain();
    expect((await get('/healthz/ready')).status).toBe(503);
    expect((await get('/healthz/live')).status).toBe(200);
  });

  it('shows metrics with the service as a label', async () => {
    new Counter({ name: 'links_created_total', help: 'x', registers: [management.registry] }).inc(3);
    const { status, body } = await get('/metrics?x=1');
    expect(status).toBe(200);
    expect(body).toContain('links_created_total{service="link"} 3');
    expect(body).toContain('process_cpu_seconds_total');
  });

  it('answers 404 to anything else and 500 when a metric cannot be read, and lives on', async () => {
    expect((await get('/')).status).toBe(404);
    new Counter({
      name: 'broken_total',
      help: 'x',
      registers: [management.registry],
      collect() {
        throw new Error('broken');
      },
    });
    expect((await get('/metrics')).status).toBe(500);
    expect((await get('/healthz/live')).status).toBe(200);
  });

  it('rejects on a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const second = new Management('other');
    await expect(second.listen('127.0.0.1', (other.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.close();
    await new Promise((resolve) => other.close(resolve));
  });
});
