// A real Prometheus over a running product, with the product's own rules made fast.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@linqr/embedded/ports';
import { endProcess } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { sourcePath } from '@linqr/testing/typescript';

/** Limits in the rules that are a time or a crowd, and what stands for them where a fault lasts seconds. */
const LIMITS: Record<string, [string, string]> = {
  SpoolWaits: ['> 60', '> 4'],
  ConsumerStalled: ['> 120', '> 5'],
  ClicksLag: ['> 2000', '> 3'],
  ClicksLate: ['> 60', '> 4'],
  OutboxWaits: ['> 60', '> 4'],
  MailWaits: ['> 600', '> 4'],
  WebhooksLate: ['> 60', '> 3'],
  PaymentEventsWait: ['> 300', '> 3'],
  // A round that waits for something that hangs takes longer than the window of seconds.
  ProbeFails: ['> 2', '> 0'],
};
const WINDOWS: Record<string, string> = { '1h': '20s', '15m': '15s', '10m': '10s', '5m': '8s' };

export interface Rule {
  alert: string;
  expr: string;
  for: string;
}

const RULES = 'deploy/observability/prometheus/linqr.rules.yml';
const committed = () => {
  const json = spawnSync('node', ['-p', 'JSON.stringify(require("yaml").parse(require("fs").readFileSync(0, "utf8")))'], {
    input: readFileSync(sourcePath(RULES), 'utf8'),
    encoding: 'utf8',
    cwd: sourcePath('deploy/cluster'),
  });
  if (json.status !== 0) throw new Error(json.stderr);
  return JSON.parse(json.stdout) as { groups: { name: string; interval: string; rules: Rule[] }[] };
};

export const committedRules = (): Rule[] => committed().groups.flatMap(({ rules }) => rules);

/** The committed rules, the same expressions with windows, waits and limits of seconds. Throws when a limit is not where it was. */
function fastRules(): string {
  const { groups } = committed();
  for (const group of groups) {
    group.interval = '1s';
    for (const rule of group.rules) {
      const limit = LIMITS[rule.alert];
      if (limit && !rule.expr.endsWith(limit[0])) throw new Error(`${rule.alert} does not end with ${limit[0]}`);
      if (limit) rule.expr = rule.expr.slice(0, -limit[0].length) + limit[1];
      rule.expr = rule.expr
        .replace(/\[(\w+)\]/g, (_, window: string) => `[${WINDOWS[window] ?? window}]`)
        .replace(/ offset (\w+)/g, (_, window: string) => ` offset ${WINDOWS[window] ?? window}`);
      rule.for = rule.for === '0m' ? '0s' : '1s';
    }
  }
  return JSON.stringify({ groups });
}

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing: () => Promise<Set<string>>;
  /** Number of series an expression answers with now. */
  series: (expr: string) => Promise<number>;
  stop: () => Promise<void>;
}

/** `targets`: job → management port. */
export async function startPrometheus(targets: Record<string, number>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'linqr-prometheus-'));
  const port = await freePort();
  writeFileSync(join(folder, 'rules.yml'), fastRules());
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: Object.entries(targets).map(([job, at]) => ({
        job_name: job,
        static_configs: [{ targets: [`127.0.0.1:${at}`], labels: { pod: `${job.split('/')[1]}-0` } }],
      })),
    }),
  );
  const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`];
  const child: ChildProcess = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-4_000);
  });
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { signal: AbortSignal.timeout(10_000) });
    const body = (await response.json()) as { status: string; data: T; error?: string };
    if (body.status !== 'success') throw new Error(body.error);
    return body.data;
  };
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok, { timeoutMs: 30_000 }).catch(() => {
    throw new Error(`Prometheus did not start: ${said}`);
  });
  return {
    firing: async () => {
      const { alerts } = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts');
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    series: async (expr) => (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expr)}`)).result.length,
    stop: async () => {
      await endProcess(child.pid!, 'SIGTERM', 20_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
