// The documents that kustomize makes of an overlay, as a cluster would get them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const ROOT = join(__dirname, '../../..');

export interface Document {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds; the tests look at single fields
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  [field: string]: any;
}

/** `kubectl kustomize` or `kustomize build`, whichever is there. */
export function kustomizeCommand(): string[] | undefined {
  for (const command of [
    ['kubectl', 'kustomize'],
    ['kustomize', 'build'],
  ]) {
    try {
      execFileSync(command[0]!, command[0] === 'kubectl' ? ['version', '--client'] : ['version'], { stdio: 'ignore' });
      return command;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** A copy of deploy/k8s with the secrets of a development cluster in it: the checkout stays as it is. */
export class ManifestTree {
  readonly folder = mkdtempSync(join(tmpdir(), 'linqr-k8s-'));

  constructor() {
    cpSync(join(ROOT, 'deploy/k8s'), this.folder, { recursive: true });
    // What the observability component takes its rules and dashboards from.
    execFileSync('node', [
      join(ROOT, 'deploy/cluster/bin/secrets.mjs'),
      join(this.folder, 'overlays/dev/secrets'),
      '--parts',
      join(this.folder, 'secrets.json'),
      '--given',
      join(this.folder, 'overlays/dev/given.json'),
    ]);
  }

  build(path: string): Document[] {
    const [command, ...args] = kustomizeCommand()!;
    const output = execFileSync(command!, [...args, join(this.folder, path)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return parseAllDocuments(output).map((document) => document.toJSON() as Document);
  }

  /** An overlay of the base (or of another overlay) and these components, as somebody might compose it. */
  buildWith(components: string[], under = '../../base'): Document[] {
    const name = `try-${under.split('/').at(-1)}-${components.join('-')}`;
    const folder = join(this.folder, 'overlays', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      JSON.stringify({
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        namespace: 'linqr',
        resources: [under],
        components: components.map((component) => `../../components/${component}`),
        // An overlay has its own.
        ...(under.endsWith('base')
          ? { configMapGenerator: [{ name: 'installation', literals: ['APP_ORIGIN=https://app.example.com'] }] }
          : {}),
      }),
    );
    return this.build(`overlays/${name}`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
