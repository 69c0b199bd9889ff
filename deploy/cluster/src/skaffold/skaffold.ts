// skaffold.yaml: build and run in a cluster from the checkout, all parts or one with what it needs.
import type { DescribedPart } from '../part.config.js';
import { MANAGEMENT_PORT } from '../topology.js';

const artifact = (part: DescribedPart) => ({
  image: `linqr/${part.name}`,
  context: '.',
  docker: part.schema
    ? { dockerfile: 'deploy/docker/node.Dockerfile', buildArgs: { SERVICE: part.folder } }
    : { dockerfile: 'deploy/docker/frontend.Dockerfile' },
});

const forward = (part: DescribedPart, port: number, localPort: number) => ({
  resourceType: 'service',
  resourceName: part.name,
  namespace: 'linqr',
  port,
  localPort,
});

export function skaffoldDocuments(parts: DescribedPart[]): Record<string, unknown>[] {
  const head = { apiVersion: 'skaffold/v4beta13', kind: 'Config' };
  const local = { push: false, useBuildkit: true, concurrency: 2 };
  const doors = parts.filter(({ publicDoor, schema }) => publicDoor && schema);
  const whole = {
    ...head,
    metadata: { name: 'linqr' },
    build: { tagPolicy: { inputDigest: {} }, local, artifacts: parts.map(artifact) },
    manifests: { kustomize: { paths: ['deploy/k8s/overlays/dev'] } },
    deploy: { kubectl: {}, statusCheckDeadlineSeconds: 600, tolerateFailuresUntilDeadline: true },
    portForward: doors.map((part) => forward(part, part.port.number, part.port.number)),
    profiles: [
      devProfile(parts),
      { name: 'staging', manifests: { kustomize: { paths: ['deploy/k8s/overlays/staging'] } }, build: { local: { push: true } } },
      { name: 'production', manifests: { kustomize: { paths: ['deploy/k8s/overlays/production'] } }, build: { local: { push: true } } },
      {
        name: 'debug',
        activation: [{ command: 'debug' }],
        patches: [
          { op: 'add', path: '/portForward/-', value: forward(parts.find(({ name }) => name === 'gateway')!, MANAGEMENT_PORT, 9100) },
        ],
      },
    ],
  };
  // One module a part: `skaffold dev -m link` builds and runs that part alone, beside what is in the cluster already.
  const modules = parts.map((part) => ({
    ...head,
    metadata: { name: part.name },
    build: { tagPolicy: { inputDigest: {} }, local, artifacts: [artifact(part)] },
    manifests: { kustomize: { paths: [`deploy/k8s/overlays/dev/parts/${part.name}`] } },
    deploy: { kubectl: {} },
    profiles: part.schema ? [devProfile([part])] : [],
  }));
  return [whole, ...modules];
}

/** `skaffold dev`: images with a shell and tar, so that compiled code is copied in and the process starts again by itself. */
function devProfile(parts: DescribedPart[]) {
  return {
    name: 'sync',
    activation: [{ command: 'dev' }],
    patches: parts
      .filter(({ schema }) => schema)
      .flatMap((part, index) => [
        { op: 'add', path: `/build/artifacts/${index}/docker/target`, value: 'dev' },
        {
          op: 'add',
          path: `/build/artifacts/${index}/sync`,
          value: { manual: [{ src: `${part.folder}/dist/**/*.js`, dest: `/app/${part.folder}/dist`, strip: `${part.folder}/dist/` }] },
        },
      ]),
  };
}
