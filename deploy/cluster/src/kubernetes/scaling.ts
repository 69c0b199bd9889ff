// How many of a part there are, and how many may be gone at once.
import type { DescribedPart } from '../part.config.js';
import { labels, type Manifest, serverSelector } from './workload.js';

export function scaling(part: DescribedPart): Manifest[] {
  const metadata = { name: part.name, labels: labels(part.name) };
  return [
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: part.volume ? 'StatefulSet' : 'Deployment', name: part.name },
        minReplicas: part.replicas.min,
        maxReplicas: part.replicas.max,
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 65 } } }],
        behavior: {
          // Up at once, doubling; down slowly: a viral link comes in minutes and goes in hours.
          scaleUp: {
            stabilizationWindowSeconds: 0,
            policies: [
              { type: 'Percent', value: 100, periodSeconds: 15 },
              { type: 'Pods', value: 2, periodSeconds: 15 },
            ],
            selectPolicy: 'Max',
          },
          scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
        },
      },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata,
      // A pod that is broken anyway must not keep a node from being drained.
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: serverSelector(part.name) } },
    },
  ];
}

/** KEDA in place of the HPA, for parts whose work waits in the bus. */
export function lagScaling(part: DescribedPart): Manifest[] {
  if (!part.scaleByLag) return [];
  const { group, topic, records } = part.scaleByLag;
  return [
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: { name: part.name, labels: labels(part.name) },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: part.name },
        minReplicaCount: part.replicas.min,
        maxReplicaCount: part.replicas.max,
        pollingInterval: 15,
        cooldownPeriod: 300,
        advanced: {
          horizontalPodAutoscalerConfig: {
            behavior: { scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
          },
        },
        triggers: [
          {
            type: 'apache-kafka',
            metadata: {
              bootstrapServers: 'kafka-kafka-bootstrap:9092',
              consumerGroup: group,
              topic,
              lagThreshold: String(records),
              // KEDA's own default, latest, would see no lag for a group that has not committed yet.
              offsetResetPolicy: 'earliest',
              allowIdleConsumers: 'false',
              // A poison batch is set aside by the consumer itself; a partition that stands still is an alert, not more pods.
              excludePersistentLag: 'true',
            },
          },
          { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } },
        ],
      },
    },
  ];
}
