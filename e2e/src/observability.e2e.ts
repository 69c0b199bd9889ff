import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { openAccount } from './account.js';
import { PHONE } from './person.js';

interface SeenSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
}

/** An OTLP/HTTP receiver, as a collector is one. */
class Collector {
  readonly spans: SeenSpan[] = [];
  private server: Server | undefined;

  async listen(): Promise<string> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.take(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the OTLP document
  private take({ resourceSpans }: any): void {
    const scalar = (value: Record<string, unknown>) => Object.values(value)[0];
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const attributesOf = (list: any[]) => Object.fromEntries((list ?? []).map(({ key, value }) => [key, scalar(value)]));
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans)
        for (const { name, traceId, spanId, parentSpanId, attributes } of spans)
          this.spans.push({
            service: String(attributesOf(resource.attributes)['service.name']),
            name,
            traceId,
            spanId,
            parentSpanId: parentSpanId ?? '',
            attributes: attributesOf(attributes),
          });
  }

  trace(traceId: string): SeenSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** Spans whose parent is neither in the trace nor outside of the product. */
const orphans = (spans: SeenSpan[], outside: string) =>
  spans.filter(({ parentSpanId }) => parentSpanId && parentSpanId !== outside && !spans.some(({ spanId }) => spanId === parentSpanId));

describe('traces', () => {
  const collector = new Collector();
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(), OTEL_TRACES_SAMPLER_ARG: '1', THROTTLE_FACTOR: '100' },
    });
  }, 300_000);
  afterAll(async () => {
    await product?.stop();
    collector.close();
  }, 60_000);

  it('one call is one connected trace across gateway, services, PostgreSQL and what its event sets off', async () => {
    const account = await openAccount(product);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const outside = 'b7ad6b7169203331';
    await account.call(
      'POST',
      '/urls/shorten',
      { originalUrl: 'https://example.com/traced' },
      { traceparent: `00-${traceId}-${outside}-00` },
    );
    const expected = ['linqr-gateway', 'linqr-link', 'linqr-billing'];
    await eventually(
      () => {
        const spans = collector.trace(traceId);
        expect([...new Set(spans.map(({ service }) => service))]).toEqual(expect.arrayContaining(expected));
        expect(spans.map(({ name }) => name)).toEqual(
          expect.arrayContaining([
            'POST /api/urls/shorten',
            'link.v1.LinkService/createLink',
            'postgresql INSERT',
            'publish link.changed.v1',
            'process link.changed.v1',
          ]),
        );
        expect(orphans(spans, outside)).toEqual([]);
      },
      { timeoutMs: 20_000, intervalMs: 200 },
    );
  });

  it('one click is one connected trace from the visit to the rows in ClickHouse', async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ id: string; shortUrl: string }>('POST', '/urls/shorten', {
      originalUrl: 'https://example.com/clicked',
    });
    await fetch(body.data.shortUrl, { redirect: 'manual', headers: { 'user-agent': PHONE } });
    await eventually(
      () => {
        const visit = collector.spans.find(({ name, attributes }) => name === 'visit' && attributes['linqr.link.id'] === body.data.id);
        expect(visit).toBeDefined();
        const spans = collector.trace(visit!.traceId);
        expect(spans.map(({ service, name }) => `${service} ${name}`)).toEqual(
          expect.arrayContaining([
            'linqr-redirect visit',
            'linqr-redirect publish click.recorded.v1',
            'linqr-analytics process click.recorded.v1',
            'linqr-analytics clickhouse INSERT',
          ]),
        );
        expect(orphans(spans, '')).toEqual([]);
      },
      { timeoutMs: 20_000, intervalMs: 200 },
    );
  });

  it('the synthetic click is counted, and what does not get through is told apart', async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ apiKey: string }>('GET', '/users/me');
    const round = async (given: Record<string, string> = {}) => {
      const probe = fork(join(import.meta.dirname, '../../deploy/probe/dist/main.js'), {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          LOG_LEVEL: 'silent',
          APP_ORIGIN: product.appUrl,
          PROBE_API_KEY: body.data.apiKey,
          PROBE_ALIAS: 'probe-of-a-test',
          PROBE_PATIENCE_SECONDS: '20',
          ...given,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      try {
        const [{ addresses }] = (await once(probe, 'message')) as [{ addresses: { managementPort: number } }];
        return await eventually(
          async () => {
            const metrics = await (await fetch(`http://127.0.0.1:${addresses.managementPort}/metrics`)).text();
            const outcome = /linqr_probe_rounds_total\{outcome="(\w+)"/.exec(metrics)?.[1];
            return outcome ? { outcome, metrics } : false;
          },
          { timeoutMs: 25_000, intervalMs: 100 },
        );
      } finally {
        probe.kill();
      }
    };
    const { outcome, metrics } = await round();
    expect(outcome).toBe('counted');
    expect(metrics).toMatch(/linqr_probe_visible_seconds_count\{[^}]*\} 1\n/);
    expect((await round({ PROBE_DESTINATION: 'https://example.com/other' })).outcome).toBe('wrong_answer');
    expect((await round({ PROBE_API_KEY: 'lq_live_nobody' })).outcome).toBe('refused');
  }, 90_000);

  it('no span tells an address, a password, a destination or an e-mail', () => {
    expect(collector.spans.length).toBeGreaterThan(10);
    expect(JSON.stringify(collector.spans)).not.toMatch(/127\.0\.0\.1|example\.com|@|Analytical/);
  });
});
