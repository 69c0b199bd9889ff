// npm run manifests [-- check]: writes every generated deployment file, or says which are out of date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composeFile, environmentExample } from './compose/compose.js';
import { baseFiles } from './kubernetes/base.js';
import { nginxHeaders } from './nginx.headers.js';
import { observabilityFiles } from './observability/files.js';
import { describeParts, environmentProblems, plainEnvironment, ROOT } from './part.config.js';
import { skaffoldDocuments } from './skaffold/skaffold.js';
import { MANAGEMENT_PORT } from './topology.js';
import { drift, write } from './yaml.files.js';

/** Folders in which nothing is written by hand. */
const OWNED = [
  'deploy/k8s/base',
  'deploy/k8s/components/network-policies',
  'deploy/k8s/components/keda',
  'deploy/k8s/components/external-secrets',
  'deploy/k8s/components/release',
  'deploy/k8s/components/observability',
  'docs/runbooks',
  'deploy/k8s/overlays/dev/parts',
];
/** Of the right form, to try the schemas with; the operator's come from the secret store. */
const GIVEN = {
  DATABASE_URL: 'postgres://linqr:sample@postgres-rw:5432/sample',
  BUS_URL: 'kafka://kafka-kafka-bootstrap:9092',
  CLICKHOUSE_URL: 'http://linqr:sample@clickhouse-linqr:8123/linqr',
  MAIL_URL: 'smtp://mailpit:1025',
};
const INSTALLATION = {
  APP_ORIGIN: 'https://app.example.com',
  SHORT_ORIGIN: 'https://go.example.com',
  MAIL_FROM: 'Linqr <no-reply@example.com>',
  TRUSTED_PROXIES: '10.0.0.0/8',
};

const parts = await describeParts();
const { secretMaker } = (await import(pathToFileURL(join(ROOT, 'deploy/cluster/bin/secrets.mjs')).href)) as {
  secretMaker: (given: Record<string, string>) => (name: string) => string;
};
const secret = secretMaker(GIVEN);

const files: Record<string, unknown> = {};
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
for (const [path, content] of Object.entries(baseFiles(parts, version))) files[`deploy/k8s/${path}`] = content;
for (const part of parts)
  files[`deploy/k8s/overlays/dev/parts/${part.name}/kustomization.yaml`] = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'linqr',
    resources: [`../../../../base/${part.name}`],
  };
Object.assign(files, observabilityFiles(parts));
files['docker-compose.yml'] = composeFile(parts);
files['.env.example'] = environmentExample(parts);
files['skaffold.yaml'] = skaffoldDocuments(parts);
files['deploy/docker/nginx/site/headers.conf'] = await nginxHeaders(true);
files['deploy/docker/nginx/compose/headers.conf'] = await nginxHeaders(false);
files['deploy/k8s/secrets.json'] = `${JSON.stringify(
  Object.fromEntries(
    parts.filter(({ secrets }) => secrets.length > 0).map(({ name, secrets }) => [name, secrets.map((each) => each.name)]),
  ),
  null,
  2,
)}\n`;

const problems = parts.flatMap((part) => environmentProblems(part, plainEnvironment(part, MANAGEMENT_PORT), INSTALLATION, secret));
if (process.argv[2] === 'check') problems.push(...drift(ROOT, files, OWNED));
else if (problems.length === 0) write(ROOT, files, OWNED);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
