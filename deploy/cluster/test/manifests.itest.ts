import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireOrSkip } from '@linqr/testing/requirements';
import { parse, parseAllDocuments } from 'yaml';
import { type Document, kustomizeCommand, ManifestTree, ROOT } from './build.js';
import { callGraph, declaredGraph } from './graph.js';
import { strictProblems } from './models.js';
import { policyProblems } from './policies.js';

const OVERLAYS = ['dev', 'staging', 'production'];
/** Components that bring a store; each overlay has chosen. */
const STORES = new Set(['plain-stores', 'kafka-strimzi', 'postgres-cnpg', 'clickhouse-altinity']);
const COMPONENTS = readdirSync(join(ROOT, 'deploy/k8s/components')).sort();

requireOrSkip('Kubernetes manifests', kustomizeCommand() !== undefined, 'neither kubectl nor kustomize is installed', () => {
  let tree: ManifestTree;
  const overlays = new Map<string, Document[]>();
  beforeAll(() => {
    tree = new ManifestTree();
    for (const overlay of OVERLAYS) overlays.set(overlay, tree.build(`overlays/${overlay}`));
  });
  afterAll(() => tree.remove());

  it.each(OVERLAYS)('%s has no field and no type that its API does not know', (overlay) => {
    expect(strictProblems(overlays.get(overlay)!)).toEqual([]);
  });

  it('a misspelt field, a wrong type and a missing one would be found', () => {
    const [deployment] = overlays.get('dev')!.filter(({ kind }) => kind === 'Deployment');
    const copy = () => JSON.parse(JSON.stringify(deployment)) as Document;
    const misspelt = copy();
    misspelt.spec.template.spec.containers[0].readinesProbe = {};
    const wrong = copy();
    wrong.spec.replicas = 'two';
    const missing = copy();
    delete missing.spec.selector;
    const [kafka] = overlays.get('production')!.filter(({ kind }) => kind === 'Kafka');
    const operators = JSON.parse(JSON.stringify(kafka)) as Document;
    operators.spec.kafka.listener = [];
    for (const broken of [misspelt, wrong, missing, operators]) expect(strictProblems([broken])).toHaveLength(1);
  });

  it.each(OVERLAYS)('%s keeps the rules of the house', (overlay) => {
    expect(policyProblems(overlays.get(overlay)!, overlay !== 'dev')).toEqual([]);
  });

  it.each(OVERLAYS)('%s: who may call whom by network policy is who calls whom by configuration', (overlay) => {
    const documents = overlays.get(overlay)!;
    expect(callGraph(documents)).toEqual(declaredGraph(documents));
  });

  it('every component goes with the base alone, with every other and with every overlay, and all that comes of it is strictly valid', () => {
    const alone = COMPONENTS.map((component) => [component]);
    const pairs = COMPONENTS.flatMap((one, at) => COMPONENTS.slice(at + 1).map((other) => [one, other]));
    const onBase = [[], ...alone, ...pairs].map((components) => ({ under: '../../base', components }));
    const onOverlays = OVERLAYS.flatMap((overlay) => {
      const { components = [] } = parse(readFileSync(join(ROOT, 'deploy/k8s/overlays', overlay, 'kustomization.yaml'), 'utf8')) as {
        components?: string[];
      };
      const own = new Set(components.map((path) => path.split('/').at(-1)));
      // Two of the same store do not go together: an overlay has its own.
      return COMPONENTS.filter((component) => !own.has(component) && !STORES.has(component)).map((component) => ({
        under: `../${overlay}`,
        components: [component],
      }));
    });
    const failed: string[] = [];
    const distinct = new Map<string, Document>();
    for (const { under, components } of [...onBase, ...onOverlays]) {
      try {
        const documents = tree.buildWith(components, under);
        if (documents.length === 0) failed.push(`${under} with ${components.join()} is empty`);
        for (const document of documents) distinct.set(JSON.stringify(document), document);
      } catch (error) {
        failed.push(`${under} with ${components.join()}: ${(error as Error).message.slice(0, 300)}`);
      }
    }
    expect(failed).toEqual([]);
    expect([onBase.length > 70, onOverlays.length > 6, distinct.size > 200]).toEqual([true, true, true]);
    expect(strictProblems([...distinct.values()])).toEqual([]);
  }, 600_000);
});

describe('one list of parts everywhere', () => {
  const services = readdirSync(join(ROOT, 'services')).sort();
  const parts = [...services, 'frontend', 'gateway'].sort();
  const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'));
  const skaffold = parseAllDocuments(readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8')).map((document) => document.toJSON());

  it('services/, docker-compose.yml, skaffold.yaml and the kustomize base name the same parts', () => {
    const built = Object.entries(compose.services as Record<string, { build?: unknown }>)
      .filter(([, service]) => service.build)
      .map(([name]) => name);
    expect(built.sort()).toEqual(parts);
    expect(skaffold[0].build.artifacts.map(({ image }: { image: string }) => image.replace('linqr/', '')).sort()).toEqual(parts);
    expect(
      skaffold
        .slice(1)
        .map(({ metadata }) => String(metadata.name))
        .sort((a, b) => a.localeCompare(b)),
    ).toEqual(parts);
    const base = parse(readFileSync(join(ROOT, 'deploy/k8s/base/kustomization.yaml'), 'utf8'));
    expect(base.resources.filter((name: string) => !name.endsWith('.yaml')).sort()).toEqual(parts);
  });

  it('compose starts each part only after what it needs is healthy', () => {
    for (const [name, service] of Object.entries(compose.services as Record<string, Record<string, unknown>>)) {
      for (const [needed, { condition }] of Object.entries((service['depends_on'] ?? {}) as Record<string, { condition: string }>)) {
        expect(compose.services[needed]).toBeDefined();
        expect(`${name} waits for ${needed}: ${condition}`).toMatch(needed === 'secrets' ? /completed_successfully$/ : /healthy$/);
        if (needed !== 'secrets') expect(compose.services[needed].healthcheck).toBeDefined();
      }
    }
  });

  it('everything that compose mounts from the checkout is there', () => {
    const mounted = Object.values(compose.services as Record<string, { volumes?: string[] }>)
      .flatMap(({ volumes }) => volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((source) => source.startsWith('./'));
    expect(mounted.length).toBeGreaterThan(5);
    expect(mounted.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
  });

  it('every variable that compose asks for is in .env.example', () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
    const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]));
    const offered = new Set([...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]));
    expect([...asked].filter((name) => !offered.has(name))).toEqual([]);
  });
});
