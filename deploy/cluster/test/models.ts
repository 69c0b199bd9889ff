// Kubernetes' and the operators' own types, as npm packages: what the API servers know, strictly. Fetched once into the
// checkout's cache and checked against the hashes below; they ask for a newer Node than this product, but only their types
// are used.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './build.js';

const ROOT = join(__dirname, '../../..');
const CACHE = join(ROOT, '.cache/kubernetes-models');
const PACKAGES: Record<string, string> = {
  'kubernetes-models@5.1.0': 'sha512-ym4Kiyr8BzGIWj4f853ytVYES1B8C1BdONRP5zodItPD1o//OEKuTwC5nFV3ZJtFGeMqOFbIYkpunSVXSlHS8g==',
  '@kubernetes-models/strimzi-kafka-operator@1.0.1':
    'sha512-qdkmGLuGVPMF/pVNhkgSvP9ttQzHyOZb0ncslG/JnjO0BuXNGaoW1gfa3Bpw7ZCm82pJ2dgyiP4YuB9nOSjlog==',
  '@kubernetes-models/keda@2.0.0': 'sha512-iqDohrzL51UXD6zM+Rl4RDnZ9Q7jwgikXYrDCxL0sWA5ZTFa7nMfS4Exu2uK6ohA+OUNQMUIFWORAHNpz5qlFw==',
  '@kubernetes-models/cloudnative-pg@2.0.0':
    'sha512-uvCHXxeypP8XBSqOvEObGgVMBipe8t7WCFqcpcypvAiq+sOA12NBefI/zKhKeI9EPPCVgY73BpR57JaYU0PCYg==',
  '@kubernetes-models/gateway-api@2.0.0': 'sha512-e7SY7EkCGRHy5wHkaGhP32v7V1L+gBalfoqZDFDWn5k9Q7+IW6uz9jNWgOZ9R/Hv5NWyAFYaA01ET2qsysVt5A==',
  '@kubernetes-models/external-secrets@2.0.0':
    'sha512-IpwAaO1m67oVMvhvaVrdj18nNUG5aDXFL3S0RerILGenb0MvsjiSCnjAUW1P10gRz7rIEayhFRbtvlDSFBqeEA==',
  '@kubernetes-models/prometheus-operator@6.0.0':
    'sha512-ySNW4T6U6Vn86bmcJ/emmAYJ/UrzpNvzxWexWJSALwgiO4FqCgL6WoqFsOReSiMhw/LlF+MljQvoiwD3RnaGmg==',
  '@kubernetes-models/base@6.0.1': 'sha512-pXKCFeSoL6RsMxoPDwaJ5JtijVjeuNCacgtYS9dImF7qFdzdc9lcQbem6y6Ug7/K6/bFOWdTu3qIX88IK81o0A==',
  '@kubernetes-models/apimachinery@3.0.2':
    'sha512-6Vbzr/tinxPBGGdfYjXiV9WPj8PEhyiqGJiWhXrsihK7h6glPj4HKUxZ0YwYXH/5uucm/NVef/xY3vZ4Crj1Fg==',
  '@kubernetes-models/validate@5.0.2': 'sha512-EzfxB8mu2VPlFYSwsMlZdgTeeqJGI2R58irUrZJWHxJqOqOhnau/oS9KNCZKXjdC2vFubU6v81m2CrIoU+/pxQ==',
};

/** Module that has the interface of each kind, by API group. Groups without types at npm are named in UNTYPED. */
const MODULES: Record<string, string> = {
  '': 'kubernetes-models',
  apps: 'kubernetes-models',
  autoscaling: 'kubernetes-models',
  batch: 'kubernetes-models',
  policy: 'kubernetes-models',
  'networking.k8s.io': 'kubernetes-models',
  'rbac.authorization.k8s.io': 'kubernetes-models',
  'scheduling.k8s.io': 'kubernetes-models',
  'kafka.strimzi.io': '@kubernetes-models/strimzi-kafka-operator',
  'keda.sh': '@kubernetes-models/keda',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};
/** Altinity publishes its schemas nowhere this machine reaches: only shape rules of our own look at these. */
export const UNTYPED = new Set(['clickhouse.altinity.com', 'clickhouse-keeper.altinity.com']);

/** Folder with node_modules of the packages above. Throws when the registry cannot be reached and nothing is cached. */
export function modelsFolder(): string {
  const modules = join(CACHE, 'node_modules');
  for (const [spec, integrity] of Object.entries(PACKAGES)) {
    const name = spec.slice(0, spec.lastIndexOf('@'));
    const target = join(modules, name);
    const marker = join(target, '.integrity');
    if (existsSync(marker) && readFileSync(marker, 'utf8') === integrity) continue;
    const work = join(CACHE, `fetch-${process.pid}`);
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', work, spec], {
      cwd: work,
      timeout: 120_000,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const archive = join(work, readdirSync(work)[0]!);
    const got = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (got !== integrity) throw new Error(`${spec} is not the package it was: ${got}`);
    execFileSync('tar', ['xzf', archive, '-C', work]);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(join(target, '..'), { recursive: true });
    renameSync(join(work, 'package'), target);
    writeFileSync(marker, integrity);
    rmSync(work, { recursive: true, force: true });
  }
  return CACHE;
}

/**
 * Has the TypeScript compiler compare every document with its kind's type: unknown fields, wrong types and missing ones are
 * all errors, as on a server with strict field validation. Answers with one line a problem.
 */
export function strictProblems(documents: Document[]): string[] {
  const folder = modelsFolder();
  const lines: string[] = [];
  const names: string[] = [];
  const problems: string[] = [];
  documents.forEach((document, index) => {
    const [group, version] = document.apiVersion.includes('/') ? document.apiVersion.split('/') : ['', document.apiVersion];
    if (UNTYPED.has(group!)) return;
    const module = MODULES[group!];
    if (!module) {
      problems.push(`${document.apiVersion} ${document.kind}: nobody said where its type is`);
      return;
    }
    const path = module === 'kubernetes-models' ? [module, group, version].filter(Boolean).join('/') : `${module}/${group}/${version}`;
    names.push(`${document.kind} ${document.metadata?.name ?? ''}`);
    lines.push(
      `import type { I${document.kind} as T${index} } from ${JSON.stringify(`${path}/${document.kind}`)};`,
      `export const d${index}: T${index} = ${JSON.stringify(document)};`,
    );
  });
  const file = join(folder, `strict-${process.pid}.ts`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  try {
    execFileSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [
        '--noEmit',
        '--ignoreConfig',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        '',
        '--pretty',
        'false',
        file,
      ],
      { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } catch (error) {
    const output = (error as { stdout?: string }).stdout ?? String(error);
    for (const line of output.split('\n').filter(Boolean)) {
      const at = /strict-\d+\.ts\((\d+),/.exec(line);
      problems.push(at ? `${names[Math.floor((Number(at[1]) - 1) / 2)]}: ${line.replace(/^.*?error /, '')}` : line);
    }
  } finally {
    rmSync(file, { force: true });
  }
  return problems;
}
