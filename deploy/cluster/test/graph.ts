// Two graphs that must be one: who may reach whom by the network policies of both ends, and who does by configuration.
import type { Document } from './build.js';

type Edge = string;
const STORE_OF: Record<string, string> = { DATABASE_URL: 'postgres', BUS_URL: 'kafka', CLICKHOUSE_URL: 'clickhouse' };

const workloads = (documents: Document[]) => documents.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
const isOurs = (workload: Document) => String(workload.spec.template.spec.containers[0].image).includes('linqr/');
const within = (selector: { matchLabels?: Record<string, string> } | undefined, labels: Record<string, string>) =>
  selector !== undefined && Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value);

/** Edges `from → to:port` that an egress policy of the one and an ingress policy of the other both allow. */
export function callGraph(documents: Document[]): Edge[] {
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
  const nodes = nodesOf(documents);
  const edges = new Set<Edge>();
  for (const from of nodes.filter(({ ours }) => ours))
    for (const to of nodes) {
      if (from === to) continue;
      const out = policies
        .filter((policy) => policy.policyTypes.includes('Egress') && within(policy.podSelector, from.labels))
        .flatMap((policy) => policy.egress ?? [])
        .filter((rule) =>
          rule.to?.some(
            (peer: { podSelector?: object; namespaceSelector?: object }) => !peer.namespaceSelector && within(peer.podSelector, to.labels),
          ),
        )
        .flatMap((rule) => rule.ports.map(({ port }: { port: number }) => port));
      const into = policies
        .filter((policy) => policy.policyTypes.includes('Ingress') && within(policy.podSelector, to.labels))
        .flatMap((policy) => policy.ingress ?? [])
        .filter((rule) =>
          rule.from?.some(
            (peer: { podSelector?: object; namespaceSelector?: object }) =>
              !peer.namespaceSelector && within(peer.podSelector, from.labels),
          ),
        );
      for (const port of out)
        if (into.some((rule) => !rule.ports || rule.ports.some((each: { port: number }) => each.port === port)))
          edges.add(`${from.name} → ${to.name}:${port}`);
    }
  return [...edges].sort();
}

/** Edges that the environment of each pod names: its …_TARGET variables, and the stores whose URLs it mounts. */
export function declaredGraph(documents: Document[]): Edge[] {
  const maps = new Map(
    documents.filter(({ kind }) => kind === 'ConfigMap').map((map) => [map.metadata.name, map['data'] as Record<string, string>]),
  );
  const stores = nodesOf(documents).filter(({ ours }) => !ours);
  const edges = new Set<Edge>();
  for (const workload of workloads(documents).filter(isOurs)) {
    const [container] = workload.spec.template.spec.containers;
    const from = workload.metadata.name;
    for (const { configMapRef } of container.envFrom ?? [])
      for (const [name, value] of Object.entries(maps.get(configMapRef.name) ?? {}))
        if (name.endsWith('_TARGET')) edges.add(`${from} → ${value}`);
    for (const { name } of container.env ?? []) {
      const kind = STORE_OF[name.replace(/_FILE$/, '')];
      if (kind)
        for (const store of stores.filter(({ labels }) => labels['linqr.io/store'] === kind))
          edges.add(`${from} → ${store.name}:${PORT_OF[kind]}`);
      if (name === 'MAIL_URL_FILE')
        for (const store of stores.filter(({ labels }) => labels['linqr.io/store'] === 'smtp')) edges.add(`${from} → ${store.name}:1025`);
    }
  }
  return [...edges].sort();
}

const PORT_OF: Record<string, number> = { postgres: 5432, kafka: 9092, clickhouse: 8123 };

/** Our parts and the stores, plain or run by an operator. */
function nodesOf(documents: Document[]): { name: string; labels: Record<string, string>; ours: boolean }[] {
  const nodes = workloads(documents)
    .filter((workload) => isOurs(workload) || workload.spec.template.metadata.labels['linqr.io/store'])
    .map((workload) => ({ name: workload.metadata.name, labels: workload.spec.template.metadata.labels, ours: isOurs(workload) }));
  const run = (kind: string, apiVersion: string, store: string) => {
    for (const each of documents.filter((document) => document.kind === kind && document.apiVersion.startsWith(apiVersion)))
      nodes.push({ name: `${each.metadata.name}-${store}`, labels: { 'linqr.io/store': store }, ours: false });
  };
  run('Cluster', 'postgresql.cnpg.io', 'postgres');
  run('Kafka', 'kafka.strimzi.io', 'kafka');
  run('ClickHouseInstallation', 'clickhouse.altinity.com', 'clickhouse');
  return nodes;
}
