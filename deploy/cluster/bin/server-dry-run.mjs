// npm run manifests:server: asks a real kube-apiserver with etcd, started here without a cluster, whether it would take
// every document of every overlay: strict fields, defaults, CEL rules, and Pod Security "restricted" enforced on the pods
// that the workloads would make. Needs Go (the first run builds both servers: six minutes of one core) and kubectl.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, stringify } from 'yaml';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = join(ROOT, '.cache/kubernetes-server');
const KUBERNETES = '1.34.2';
const ETCD = 'v3.6.5';
/** Operators whose schemas are in a Go module. The others' resources are left to the types of test/models.ts. */
const SCHEMAS = {
  'sigs.k8s.io/gateway-api@v1.4.1': 'config/crd/standard',
  'github.com/kedacore/keda/v2@v2.17.0': 'config/crd/bases',
  'github.com/external-secrets/external-secrets@v1.3.2': 'config/crds/bases',
};
const ELSEWHERE = new Set([
  'kafka.strimzi.io',
  'postgresql.cnpg.io',
  'clickhouse.altinity.com',
  'clickhouse-keeper.altinity.com',
  'monitoring.coreos.com',
]);
const PORTS = { api: 26443, etcd: 26379, peer: 26380 };

const go = (args, cwd) =>
  execFileSync('go', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, GOFLAGS: '-mod=mod' } });
const moduleFolder = (spec) => JSON.parse(go(['mod', 'download', '-json', spec], tmpdir()));

function buildServers() {
  const api = join(CACHE, `kube-apiserver-${KUBERNETES}`);
  const etcd = join(CACHE, `etcd-${ETCD}`);
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(api)) {
    const work = mkdtempSync(join(tmpdir(), 'kube-apiserver-'));
    const { GoMod } = moduleFolder(`k8s.io/kubernetes@v${KUBERNETES}`);
    // Its own modules are at v0.0.0 there, to be replaced by whoever builds it.
    const staged = new Set([...readFileSync(GoMod, 'utf8').matchAll(/^\s*(k8s\.io\/[\w-]+) v0\.0\.0$/gm)].map((match) => match[1]));
    const replaced = [...staged].map((name) => `replace ${name} => ${name} v0.${KUBERNETES.split('.').slice(1).join('.')}\n`).join('');
    writeFileSync(join(work, 'go.mod'), `module build\ngo 1.24.0\nrequire k8s.io/kubernetes v${KUBERNETES}\n${replaced}`);
    writeFileSync(join(work, 'main.go'), 'package main\nimport _ "k8s.io/kubernetes/cmd/kube-apiserver/app"\nfunc main() {}\n');
    go(['mod', 'tidy'], work);
    go(['build', '-o', api, 'k8s.io/kubernetes/cmd/kube-apiserver'], work);
    rmSync(work, { recursive: true, force: true });
  }
  if (!existsSync(etcd)) {
    const work = mkdtempSync(join(tmpdir(), 'etcd-'));
    writeFileSync(join(work, 'go.mod'), `module build\ngo 1.24.0\nrequire go.etcd.io/etcd/server/v3 ${ETCD}\n`);
    writeFileSync(
      join(work, 'main.go'),
      `package main
import ("log"; "net/url"; "os"; "go.etcd.io/etcd/server/v3/embed")
func main() {
	c := embed.NewConfig()
	at := func(port string) []url.URL { return []url.URL{{Scheme: "http", Host: "127.0.0.1:" + port}} }
	c.Dir, c.LogLevel = os.Args[1], "error"
	c.ListenClientUrls, c.AdvertiseClientUrls = at(os.Args[2]), at(os.Args[2])
	c.ListenPeerUrls, c.AdvertisePeerUrls = at(os.Args[3]), at(os.Args[3])
	c.InitialCluster = c.InitialClusterFromName(c.Name)
	e, err := embed.StartEtcd(c)
	if err != nil { log.Fatal(err) }
	log.Fatal(<-e.Err())
}
`,
    );
    go(['mod', 'tidy'], work);
    go(['build', '-o', etcd, '.'], work);
    rmSync(work, { recursive: true, force: true });
  }
  return { api, etcd };
}

const { api, etcd } = buildServers();
const work = mkdtempSync(join(tmpdir(), 'linqr-server-'));
const children = [];
const kubectl = (args, input) =>
  spawnSync('kubectl', [`--server=https://127.0.0.1:${PORTS.api}`, '--insecure-skip-tls-verify', '--token=dry-run', ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
let failed = 0;
try {
  const key = join(work, 'accounts.key');
  writeFileSync(
    key,
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey,
  );
  writeFileSync(join(work, 'tokens.csv'), 'dry-run,admin,admin,system:masters\n');
  children.push(spawn(etcd, [join(work, 'etcd'), String(PORTS.etcd), String(PORTS.peer)], { stdio: 'ignore' }));
  children.push(
    spawn(
      api,
      [
        `--etcd-servers=http://127.0.0.1:${PORTS.etcd}`,
        '--service-account-issuer=https://dry-run',
        `--service-account-key-file=${key}`,
        `--service-account-signing-key-file=${key}`,
        `--token-auth-file=${join(work, 'tokens.csv')}`,
        '--authorization-mode=RBAC',
        '--bind-address=127.0.0.1',
        `--secure-port=${PORTS.api}`,
        `--cert-dir=${join(work, 'certs')}`,
        '--service-cluster-ip-range=10.0.0.0/24',
      ],
      { stdio: 'ignore' },
    ),
  );
  for (let tries = 0; kubectl(['get', '--raw', '/readyz']).status !== 0; tries++) {
    if (tries > 60) throw new Error('the API server did not come up within a minute');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  for (const [module, folder] of Object.entries(SCHEMAS)) kubectl(['apply', '--server-side', '-f', join(moduleFolder(module).Dir, folder)]);
  for (const file of ['namespace.yaml', 'priorities.yaml']) kubectl(['apply', '-f', join(ROOT, 'deploy/k8s/base', file)]);
  execFileSync('npm', ['run', '--silent', 'manifests:secrets'], { cwd: ROOT });

  for (const overlay of ['dev', 'staging', 'production']) {
    const built = execFileSync('kubectl', ['kustomize', join(ROOT, 'deploy/k8s/overlays', overlay)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const all = parseAllDocuments(built).map((document) => document.toJSON());
    const known = all.filter(({ apiVersion }) => !ELSEWHERE.has(apiVersion.split('/')[0]));
    const pods = all
      .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
      .map(({ kind, metadata, spec }) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `${kind.toLowerCase()}-${metadata.name}`, namespace: metadata.namespace, labels: spec.template.metadata.labels },
        spec: {
          ...spec.template.spec,
          volumes: [
            ...(spec.template.spec.volumes ?? []),
            ...(spec.volumeClaimTemplates ?? []).map((claim) => ({
              name: claim.metadata.name,
              persistentVolumeClaim: { claimName: 'claim' },
            })),
          ],
        },
      }));
    // Pods are admitted for a service account that exists.
    kubectl(
      ['apply', '-f', '-'],
      all
        .filter(({ kind }) => kind === 'ServiceAccount')
        .map((each) => stringify(each))
        .join('---\n'),
    );
    for (const [what, documents] of [
      ['documents', known],
      ['pods', pods],
    ]) {
      const { stdout, stderr } = kubectl(
        ['apply', '--dry-run=server', '--validate=strict', '-f', '-'],
        documents.map((each) => stringify(each)).join('---\n'),
      );
      const taken = stdout.split('\n').filter((line) => line.includes('(server dry run)')).length;
      process.stdout.write(`${overlay}: ${taken} of ${documents.length} ${String(what)} taken`);
      process.stdout.write(
        what === 'documents' && all.length > known.length ? `, ${all.length - known.length} of operators without schemas here\n` : '\n',
      );
      if (taken !== documents.length || /Warning: would violate/.test(stderr)) {
        failed++;
        process.stdout.write(stderr);
      }
    }
  }
} finally {
  for (const child of children.reverse()) child.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
