// The job that brings a part's store to the schema of the version about to start.
import type { DescribedPart } from '../part.config.js';
import { configuration, containerSecurity, image, labels, type Manifest, podSecurity, SECRETS_PATH, secretVolume } from './workload.js';

export function migration(part: DescribedPart): Manifest[] {
  if (!part.migrates) return [];
  return [
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: `${part.name}-migrate`,
        labels: { ...labels(part.name), 'linqr.io/job': 'migrate' },
        annotations: {
          // A job's template cannot change: whoever rolls out replaces it. Argo CD by this hook, Flux by force, people by
          // kubectl delete job -l linqr.io/job=migrate before kubectl apply.
          'argocd.argoproj.io/hook': 'PreSync',
          'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
          'kustomize.toolkit.fluxcd.io/force': 'enabled',
        },
      },
      spec: {
        backoffLimit: 10,
        activeDeadlineSeconds: 1_800,
        ttlSecondsAfterFinished: 86_400,
        template: {
          // The part's own name label: the same network policy lets it reach the same store. Without the role that services select.
          metadata: { labels: { ...labels(part.name), 'linqr.io/job': 'migrate' } },
          spec: {
            restartPolicy: 'OnFailure',
            serviceAccountName: part.name,
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: podSecurity(),
            containers: [
              {
                name: 'migrate',
                image: image(part),
                args: ['dist/main.js', 'migrate'],
                ...configuration(part),
                resources: {
                  requests: { cpu: '50m', memory: '128Mi', 'ephemeral-storage': '32Mi' },
                  limits: { memory: '512Mi', 'ephemeral-storage': '128Mi' },
                },
                securityContext: containerSecurity(),
                volumeMounts: [
                  { name: 'tmp', mountPath: '/tmp' },
                  { name: 'secrets', mountPath: SECRETS_PATH, readOnly: true },
                ],
              },
            ],
            volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }, secretVolume(part)],
          },
        },
      },
    },
  ];
}
