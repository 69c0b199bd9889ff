// deploy/k8s/base: one folder a part, and what they share.
import { type DescribedPart, plainEnvironment } from '../part.config.js';
import { MANAGEMENT_PORT } from '../topology.js';
import { migration } from './migration.js';
import { lagReaderPolicy, namespacePolicies, partPolicy, storePolicies } from './network.js';
import { lagScaling, scaling } from './scaling.js';
import { image, labels, type Manifest, workload } from './workload.js';

/** Path below deploy/k8s → content: manifests, or text as it is. */
export type Files = Record<string, Manifest[] | string>;

const kustomization = (fields: Record<string, unknown>): Manifest[] => [
  { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...fields } as unknown as Manifest,
];
const component = (fields: Record<string, unknown>): Manifest[] => [
  { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', ...fields } as unknown as Manifest,
];

export function baseFiles(parts: DescribedPart[], version: string): Files {
  const files: Files = {};
  files['components/release/kustomization.yaml'] = component({
    // One version of the whole is what was tested together; an overlay may set a registry and digests over it.
    images: parts.map((part) => ({ name: image(part), newTag: version })),
  });
  for (const part of parts) {
    const folder = `base/${part.name}`;
    const jobs = migration(part);
    files[`${folder}/workload.yaml`] = workload(part);
    files[`${folder}/scaling.yaml`] = scaling(part);
    if (jobs.length > 0) files[`${folder}/migration.yaml`] = jobs;
    if (part.schema)
      files[`${folder}/config.env`] = Object.entries(plainEnvironment(part, MANAGEMENT_PORT))
        .map(([name, value]) => `${name}=${value}\n`)
        .join('');
    files[`${folder}/kustomization.yaml`] = kustomization({
      resources: ['workload.yaml', 'scaling.yaml', ...(jobs.length > 0 ? ['migration.yaml'] : [])],
      // Named after their content: a changed value is a roll-out, and a roll-back finds the old one.
      ...(part.schema ? { configMapGenerator: [{ name: part.name, envs: ['config.env'], options: { labels: labels(part.name) } }] } : {}),
    });
  }
  files['base/priorities.yaml'] = priorities();
  files['base/namespace.yaml'] = [namespace()];
  files['base/kustomization.yaml'] = kustomization({ resources: ['namespace.yaml', 'priorities.yaml', ...parts.map(({ name }) => name)] });

  files['components/network-policies/policies.yaml'] = [
    ...namespacePolicies(),
    ...parts.map((part) => partPolicy(part, parts)),
    ...storePolicies(parts),
  ];
  files['components/network-policies/kustomization.yaml'] = component({ resources: ['policies.yaml'] });

  const lagged = parts.filter(({ scaleByLag }) => scaleByLag);
  files['components/keda/scaled-objects.yaml'] = [...lagged.flatMap(lagScaling), lagReaderPolicy()];
  files['components/keda/kustomization.yaml'] = component({
    resources: ['scaled-objects.yaml'],
    // KEDA makes an HPA of its own; two of them would pull at the same replicas.
    patches: lagged.map(({ name }) => ({
      patch: `$patch: delete\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: ${name}\n`,
      target: { kind: 'HorizontalPodAutoscaler', name },
    })),
  });

  const withSecrets = parts.filter(({ secrets }) => secrets.length > 0);
  files['components/external-secrets/external-secrets.yaml'] = withSecrets.map(externalSecret);
  files['components/external-secrets/kustomization.yaml'] = component({
    resources: ['external-secrets.yaml'],
    patches: withSecrets.map(({ name, volume }) => ({
      // A rotated secret is a roll-out: Stakater's reloader watches the Secret this part mounts.
      patch: `- op: add\n  path: /metadata/annotations\n  value:\n    secret.reloader.stakater.com/reload: ${name}-secrets\n`,
      target: { kind: volume ? 'StatefulSet' : 'Deployment', name },
    })),
  });
  return files;
}

/** Pod Security "restricted", enforced: what asks for more is not admitted. */
function namespace(): Manifest {
  const levels = ['enforce', 'audit', 'warn'].flatMap((mode) => [
    [`pod-security.kubernetes.io/${mode}`, 'restricted'],
    [`pod-security.kubernetes.io/${mode}-version`, 'latest'],
  ]);
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'linqr', labels: { 'app.kubernetes.io/part-of': 'linqr', ...Object.fromEntries(levels) } },
  };
}

function priorities(): Manifest[] {
  const about = { edge: 'Redirects: the last to go', front: 'What people see', service: 'Everything behind the gateway' };
  return Object.entries({ edge: 100_000, front: 50_000, service: 10_000 }).map(([name, value]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `linqr-${name}`, labels: { 'app.kubernetes.io/part-of': 'linqr' } },
    value,
    globalDefault: false,
    description: about[name as keyof typeof about],
  }));
}

/** One secret in the store for each part, its properties named like the variables. */
function externalSecret(part: DescribedPart): Manifest {
  return {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name: `${part.name}-secrets`, labels: labels(part.name) },
    spec: {
      refreshInterval: '5m',
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'linqr' },
      target: { name: `${part.name}-secrets`, creationPolicy: 'Owner', deletionPolicy: 'Retain' },
      // Each by name: one that is missing in the store fails here, not at the next start of the part.
      data: part.secrets.map(({ name }) => ({ secretKey: name, remoteRef: { key: `linqr/${part.name}`, property: name } })),
    },
  };
}
