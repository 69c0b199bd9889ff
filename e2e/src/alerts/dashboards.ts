// Every query of every panel and every series of every rule, asked of the Prometheus that watches the product.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcePath } from '@linqr/testing/typescript';
import { committedRules, type Prometheus } from './prometheus.js';

interface Board {
  title: string;
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[];
}

/** `board / panel / legend` → query. */
function queries(): Map<string, string> {
  const folder = sourcePath('deploy/observability/grafana/dashboards');
  const all = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    const { title, panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Board;
    for (const panel of panels)
      for (const { expr, legendFormat } of panel.targets ?? [])
        all.set(`${title} / ${panel.title} / ${legendFormat}`, expr.replaceAll('$__rate_interval', '10m'));
  }
  return all;
}

/** Queries in all, and those that answer with nothing. Throws on one that Prometheus refuses. */
export async function emptyPanels(prometheus: Prometheus): Promise<{ asked: number; empty: string[] }> {
  const all = queries();
  const empty: string[] = [];
  for (const [panel, expr] of all) if ((await prometheus.series(expr)) === 0) empty.push(panel);
  return { asked: all.size, empty };
}

const WORDS = new Set(['by', 'or', 'and', 'unless', 'offset', 'bool', 'on', 'without', 'ignoring', 'job']);

/** Selectors `metric{label!=""}` for every series and every label that an expression names. */
function selectorsOf(expr: string): string[] {
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(',').map((label) => label.trim()));
  const bare = expr.replace(/\bby\s*\([^)]*\)/g, '').replace(/\[\w+\]/g, '');
  const found: string[] = [];
  for (const [, name, braces = ''] of bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()(\{[^}]*\})?/g)) {
    if (WORDS.has(name!) || !name!.includes('_')) continue;
    const labels = [...braces.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
    found.push(...[...labels, ...grouped].map((label) => `${name}{${label}!=""}`), name!);
  }
  return found.filter((selector) => selector !== 'up');
}

/** Series and labels that rules and dashboards name, and those of them that no process has. */
export async function unknownSeries(prometheus: Prometheus): Promise<{ asked: number; unknown: string[] }> {
  const exprs = [...queries().values(), ...committedRules().map(({ expr }) => expr.replace(/"[^"]*"/g, '""'))];
  const selectors = [...new Set(exprs.flatMap(selectorsOf))].sort();
  const unknown: string[] = [];
  // Within the hour: a part that was just started again has not counted everything anew.
  for (const selector of selectors) if ((await prometheus.series(`last_over_time(${selector}[1h])`)) === 0) unknown.push(selector);
  return { asked: selectors.length, unknown };
}
