import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { requireOrSkip } from '@linqr/testing/requirements';
import { parse } from 'yaml';
import { ROOT } from './build.js';

const FOLDER = join(ROOT, 'deploy/observability/prometheus');
const DASHBOARDS = join(ROOT, 'deploy/observability/grafana/dashboards');
const promtool = (...args: string[]) =>
  execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const { groups } = parse(readFileSync(join(FOLDER, 'linqr.rules.yml'), 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

requireOrSkip('alert rules', spawnSync('promtool', ['--version']).status === 0, 'promtool (Debian: prometheus) is not installed', () => {
  it('are valid, and so is the scrape configuration', () => {
    promtool('check', 'rules', 'linqr.rules.yml');
    promtool('check', 'config', 'prometheus.yml');
  });

  it('fire on the series of their fault and are quiet on healthy ones', () => {
    expect(promtool('test', 'rules', 'linqr.rules.test.yml')).toContain('SUCCESS');
    const { tests } = parse(readFileSync(join(FOLDER, 'linqr.rules.test.yml'), 'utf8')) as { tests: { name: string }[] };
    expect(tests.map(({ name }) => name).sort()).toEqual(alerts.flatMap(({ alert }) => [`${alert} fires`, `${alert} is quiet`]).sort());
  });
});

describe('alerts', () => {
  it('each have a runbook', () => {
    const runbooks = readdirSync(join(ROOT, 'docs/runbooks'));
    expect(alerts.filter(({ alert }) => !runbooks.includes(`${alert}.md`))).toEqual([]);
  });

  it('and dashboards ask only for metrics that a process of ours exports', () => {
    const sources = execFileSync(
      'git',
      [
        'grep',
        '-hoE',
        "'(linqr|analytics|auth|billing|link|qr|webhook|bus|outbox|grpc|http)_[a-z_]+'",
        '--',
        ':(glob)services/*/src/**',
        ':(glob)gateway/src/**',
        ':(glob)packages/platform/src/**',
        ':(glob)deploy/probe/src/**',
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    const exported = new Set(sources.split('\n').map((line) => line.replaceAll("'", '')));
    // Of prom-client's own, and of Prometheus itself.
    const others = ['up', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'process_resident_memory_bytes'];
    for (const name of others) exported.add(name);
    const panels = readdirSync(DASHBOARDS).flatMap((file) => {
      const board = JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as { panels: { targets?: { expr: string }[] }[] };
      return board.panels.flatMap(({ targets }) => targets ?? []);
    });
    expect(panels.length).toBeGreaterThan(30);
    const asked = new Set(
      [...alerts, ...panels].flatMap(({ expr }) => [...expr.matchAll(/\b([a-z][a-z0-9_]+)(?=[{[)]| ==| >|$)/g)].map((match) => match[1]!)),
    );
    const metrics = [...asked]
      .filter((name) => name.includes('_') || name === 'up')
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(metrics.length).toBeGreaterThan(35);
    expect(metrics.filter((name) => !exported.has(name))).toEqual([]);
  });
});
