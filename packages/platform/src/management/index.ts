// The management port: liveness, readiness and Prometheus metrics. Never public.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface HealthCheck {
  name: string;
  /** `ready`: can this process do its own work? `live`: would a restart help? Keep shared parts out of live. */
  kind: 'ready' | 'live';
  /** Resolves when well, rejects with the reason when not. At most 2 s. */
  check: () => Promise<void> | void;
}

/** Event-loop delay above which a process is worth restarting. */
const LOOP_DELAY_LIMIT_MS = 10_000;

export class Management {
  readonly registry = new Registry();
  private readonly checks: HealthCheck[] = [];
  private readonly loopDelay = monitorEventLoopDelay({ resolution: 500 });
  private draining = false;
  private server: Server | undefined;

  constructor(readonly service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    this.loopDelay.enable();
    this.addCheck({
      name: 'event_loop',
      kind: 'live',
      check: () => {
        const delayMs = this.loopDelay.max / 1e6;
        this.loopDelay.reset();
        if (delayMs > LOOP_DELAY_LIMIT_MS) throw new Error(`event loop was blocked for ${Math.round(delayMs)} ms`);
      },
    });
  }

  addCheck(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** Readiness goes off; liveness stays. */
  drain(): void {
    this.draining = true;
  }

  /** `ok` with one line a check; the reasons stay in here and the logs, they never leave through the gateway. */
  async report(kind: 'ready' | 'live'): Promise<{ ok: boolean; checks: Record<string, string> }> {
    const results: Record<string, string> = {};
    let ok = !(kind === 'ready' && this.draining);
    if (!ok) results['drain'] = 'stopping';
    await Promise.all(
      this.checks
        .filter((c) => c.kind === kind)
        .map(async ({ name, check }) => {
          let timer: NodeJS.Timeout | undefined;
          try {
            await Promise.race([
              check(),
              new Promise((_, reject) => {
                timer = setTimeout(() => reject(new Error('no answer within 2 s')), 2_000);
              }),
            ]);
            results[name] = 'ok';
          } catch (error) {
            ok = false;
            results[name] = (error as Error).message;
          } finally {
            clearTimeout(timer);
          }
        }),
    );
    return { ok, checks: results };
  }

  /** Answers with the port it listens on. */
  async listen(host: string, port: number): Promise<number> {
    const server = createServer((req, res) => {
      const answer = async () => {
        const path = req.url?.split('?')[0];
        if (path === '/metrics') {
          const metrics = await this.registry.metrics();
          res.writeHead(200, { 'content-type': this.registry.contentType }).end(metrics);
        } else if (path === '/healthz/live' || path === '/healthz/ready') {
          const { ok, checks } = await this.report(path === '/healthz/live' ? 'live' : 'ready');
          res
            .writeHead(ok ? 200 : 503, { 'content-type': 'application/json' })
            .end(JSON.stringify({ status: ok ? 'ok' : 'failing', checks }));
        } else res.writeHead(404).end();
      };
      answer().catch(() => {
        if (!res.headersSent) res.writeHead(500);
        res.end();
      });
    });
    server.requestTimeout = 10_000;
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.loopDelay.disable();
    const server = this.server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
