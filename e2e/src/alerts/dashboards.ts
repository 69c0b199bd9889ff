// Every query of every panel, asked of the Prometheus that watches the product.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcePath } from '@linqr/testing/typescript';
import type { Prometheus } from './prometheus.js';

interface Board {
  title: string;
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[];
}

/** Queries in all, and those that answer with nothing, as `board / panel / legend`. Throws on one that Prometheus refuses. */
export async function emptyPanels(prometheus: Prometheus): Promise<{ asked: number; empty: string[] }> {
  const folder = sourcePath('deploy/observability/grafana/dashboards');
  const empty: string[] = [];
  let asked = 0;
  for (const file of readdirSync(folder).sort()) {
    const { title, panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Board;
    for (const panel of panels)
      for (const { expr, legendFormat } of panel.targets ?? []) {
        asked++;
        if ((await prometheus.series(expr.replaceAll('$__rate_interval', '30s'))) === 0)
          empty.push(`${title} / ${panel.title} / ${legendFormat}`);
      }
  }
  return { asked, empty };
}
