// Deployment or StatefulSet of a part, with its ServiceAccount and Service.
import type { DescribedPart } from '../part.config.js';
import { MANAGEMENT_PORT, PRE_STOP_SECONDS } from '../topology.js';

export type Manifest = Record<string, unknown> & { kind: string; metadata: { name: string } & Record<string, unknown> };

export const SECRETS_PATH = '/etc/linqr/secrets';
/** User of the images; distroless calls it nonroot. */
export const USER_ID = 65_532;
/** One image for all Node parts is tempting and wrong: each carries only what it needs. Tags are set by overlays and skaffold. */
export const image = (part: { name: string }) => `linqr/${part.name}`;

export const labels = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'linqr',
  'app.kubernetes.io/component': name === 'frontend' || name === 'gateway' || name === 'redirect' ? 'front' : 'service',
});
/** All pods of a part, its migration job included: for network policies. */
export const selector = (name: string) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'linqr' });
/** The pods that serve: for services, budgets, autoscaling. A migration job is never sent a call. */
export const serverSelector = (name: string) => ({ ...selector(name), 'linqr.io/role': 'server' });

export function workload(part: DescribedPart): Manifest[] {
  const metadata = { name: part.name, labels: labels(part.name) };
  const spec = {
    // Counted by the autoscaler; a number here would undo its work at every apply.
    selector: { matchLabels: serverSelector(part.name) },
    template: {
      metadata: {
        labels: { ...labels(part.name), 'linqr.io/role': 'server' },
        annotations: { 'kubectl.kubernetes.io/default-container': part.name },
      },
      spec: podSpec(part),
    },
  };
  const workloadOf: Manifest = part.volume
    ? {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata,
        spec: {
          serviceName: `${part.name}-pods`,
          // Edges know nothing of each other: no reason to start or stop them one after the other when scaling.
          podManagementPolicy: 'Parallel',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
          // A spool that could not be shipped before the pod went keeps its clicks: whoever deletes the claim decides.
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
          ...spec,
          volumeClaimTemplates: [
            {
              apiVersion: 'v1',
              kind: 'PersistentVolumeClaim',
              metadata: { name: 'data', annotations: { 'linqr.io/about': part.volume.about } },
              spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: part.volume.size } } },
            },
          ],
        },
      }
    : {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }, revisionHistoryLimit: 5, ...spec },
      };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    workloadOf,
    // Headless for gRPC: the client balances over all pods; one virtual address would pin it to a single pod.
    service(part, part.name, part.port.name === 'grpc'),
    // A StatefulSet wants one for its pods' names; nobody calls it.
    ...(part.volume ? [service(part, `${part.name}-pods`, true)] : []),
  ];
}

function service(part: DescribedPart, name: string, headless: boolean): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: labels(part.name) },
    spec: {
      selector: serverSelector(part.name),
      ...(headless ? { clusterIP: 'None' } : { type: 'ClusterIP' }),
      ports: [
        {
          name: part.port.name,
          port: part.port.number,
          targetPort: part.port.name,
          appProtocol: part.port.name === 'grpc' ? 'kubernetes.io/h2c' : 'http',
        },
      ],
    },
  };
}

export function containerSecurity() {
  return {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
}

export function podSecurity() {
  return {
    runAsNonRoot: true,
    runAsUser: USER_ID,
    runAsGroup: USER_ID,
    fsGroup: USER_ID,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

/** How a process of ours gets its configuration. */
export function configuration(part: DescribedPart) {
  return {
    envFrom: [
      ...(part.installation.length > 0 ? [{ configMapRef: { name: 'installation' } }] : []),
      ...(part.schema ? [{ configMapRef: { name: part.name } }] : []),
    ],
    env: part.secrets.map(({ name }) => ({ name: `${name}_FILE`, value: `${SECRETS_PATH}/${name}` })),
  };
}

export const secretVolume = (part: DescribedPart) => ({
  name: 'secrets',
  // Owner and group only; the group is fsGroup.
  secret: { secretName: `${part.name}-secrets`, defaultMode: 0o440 },
});

function podSpec(part: DescribedPart) {
  const secrets = part.secrets.length > 0;
  const probe = (path: string) => ({ httpGet: { path, port: part.schema ? 'management' : 'http' } });
  return {
    serviceAccountName: part.name,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    priorityClassName: `linqr-${part.priority}`,
    terminationGracePeriodSeconds: PRE_STOP_SECONDS + part.graceSeconds + 10,
    securityContext: podSecurity(),
    topologySpreadConstraints: [
      spread('topology.kubernetes.io/zone', part, part.replicas.min > 2 ? 'DoNotSchedule' : 'ScheduleAnyway'),
      spread('kubernetes.io/hostname', part, 'ScheduleAnyway'),
    ],
    containers: [
      {
        name: part.name,
        image: image(part),
        imagePullPolicy: 'IfNotPresent',
        ...configuration(part),
        ports: [
          { name: part.port.name, containerPort: part.port.number },
          ...(part.schema ? [{ name: 'management', containerPort: MANAGEMENT_PORT }] : []),
        ],
        // Up to two minutes: a database that comes late, a spool of gigabytes to read.
        startupProbe: { ...probe(part.schema ? '/healthz/live' : '/healthz'), periodSeconds: 2, failureThreshold: 60 },
        // Can it do its own work? The edge stays ready while everything behind it is down.
        readinessProbe: { ...probe(part.schema ? '/healthz/ready' : '/healthz'), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
        // Would a restart help? Asks no shared part.
        livenessProbe: { ...probe(part.schema ? '/healthz/live' : '/healthz'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
        lifecycle: { preStop: { sleep: { seconds: PRE_STOP_SECONDS } } },
        resources: {
          requests: { cpu: part.requests.cpu, memory: part.requests.memory, 'ephemeral-storage': '64Mi' },
          limits: { memory: part.memoryLimit, 'ephemeral-storage': '256Mi' },
        },
        securityContext: containerSecurity(),
        volumeMounts: [
          { name: 'tmp', mountPath: '/tmp' },
          ...(secrets ? [{ name: 'secrets', mountPath: SECRETS_PATH, readOnly: true }] : []),
          ...(part.volume ? [{ name: 'data', mountPath: part.volume.path }] : []),
        ],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '128Mi' } }, ...(secrets ? [secretVolume(part)] : [])],
  };
}

const spread = (topologyKey: string, part: DescribedPart, whenUnsatisfiable: string) => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchLabels: serverSelector(part.name) },
  // Counts the pods of the new version only, so that a roll-out does not skew against the old one.
  ...(part.volume ? {} : { matchLabelKeys: ['pod-template-hash'] }),
});
