// A launcher over toy parts: the real one but for its table, and without the databases unless asked for.
import { launcherConfig } from '../../src/config.js';
import { runInstallation } from '../../src/launcher/run.js';
import type { Part } from '../../src/manifest.js';

const [root, slow = '', stores = ''] = process.argv.slice(2);

const part = (name: string, needs: string[], port: (it: Parameters<Part['environment']>[0]) => number): Part => ({
  name,
  entry: 'test/toy/part.mjs',
  environment: (it) => ({
    TOY_NAME: name,
    TOY_PORT: String(port(it)),
    TOY_JOURNAL: `${it.data.path}/journal`,
    TOY_FAIL_WHILE: `${it.data.path}/fail-${name}`,
    ...(slow === name ? { TOY_SLOW_STOP: '1' } : {}),
  }),
  needs,
  heapMb: 64,
});

await runInstallation({
  schema: launcherConfig,
  parts: [
    part('door', ['shop'], (it) => it.appPort),
    part('shop', ['store'], (it) => it.edgePort),
    part('store', [], (it) => it.ports['store']!),
  ],
  root: root!,
  withStores: stores === 'stores',
  nodeArguments: stores === 'stores' ? process.execArgv : [],
  backOff: { firstMs: 50, mostMs: 400, steadyMs: 60_000 },
});
