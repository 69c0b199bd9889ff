// The house's own rules for manifests: what kube-linter and kube-score look for, and what they do not.
import type { Document } from './build.js';

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job']);
/** Images whose program writes into its own root at start and cannot be told otherwise: none today. */
const WAIVED_READ_ONLY_ROOT = new Set<string>();

/** One line a broken rule. */
export function policyProblems(documents: Document[], released: boolean): string[] {
  const problems: string[] = [];
  const of = (kind: string) => documents.filter((document) => document.kind === kind);
  const names = (kind: string) => new Set(of(kind).map(({ metadata }) => metadata.name));
  const seen = new Set<string>();
  for (const { apiVersion, kind, metadata } of documents) {
    const id = `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (seen.has(id)) problems.push(`${id} is there twice`);
    seen.add(id);
  }
  for (const workload of documents.filter(({ kind }) => WORKLOADS.has(kind))) {
    const say = (problem: string) => problems.push(`${workload.kind} ${workload.metadata.name}: ${problem}`);
    const pod = workload.spec.template.spec;
    const security = pod.securityContext ?? {};
    if (!security.runAsNonRoot || !(security.runAsUser > 0)) say('may run as root');
    if (security.seccompProfile?.type !== 'RuntimeDefault') say('has no seccomp profile');
    if (pod.automountServiceAccountToken !== false) say('mounts a token of the API server');
    if (!names('ServiceAccount').has(pod.serviceAccountName)) say(`its service account ${pod.serviceAccountName} is not there`);
    if (pod.hostNetwork || pod.hostPID || pod.hostIPC) say("uses the node's namespaces");
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      const own = container.securityContext ?? {};
      if (own.allowPrivilegeEscalation !== false) say(`${container.name} may gain privileges`);
      if (own.readOnlyRootFilesystem !== true && !WAIVED_READ_ONLY_ROOT.has(container.name)) say(`${container.name} may write its root`);
      if (!own.capabilities?.drop?.includes('ALL')) say(`${container.name} keeps capabilities`);
      if (!container.resources?.requests?.cpu || !container.resources.requests.memory) say(`${container.name} asks for no resources`);
      if (!container.resources?.limits?.memory) say(`${container.name} has no memory limit`);
      // A development overlay's images get their tags from skaffold.
      if (container.image.endsWith(':latest') || (released && !/[:@]/.test(container.image)))
        say(`${container.name} runs whatever is latest`);
      const literals = (container.env ?? []).filter(
        (entry: { name: string; value?: string }) => /(SECRET|PASSWORD|_KEY)$/.test(entry.name) && entry.value,
      );
      if (literals.length > 0 && workload.metadata.labels?.['app.kubernetes.io/component']) say('carries a secret in its manifest');
      if (workload.kind !== 'Job') {
        if (!container.readinessProbe) say(`${container.name} has no readiness probe`);
        if (!container.livenessProbe) say(`${container.name} has no liveness probe`);
        const ports = new Set((container.ports ?? []).map(({ name }: { name: string }) => name));
        for (const probe of [container.readinessProbe, container.livenessProbe, container.startupProbe]) {
          const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
          if (typeof port === 'string' && !ports.has(port)) say(`${container.name} is probed at ${port}, which it does not open`);
        }
      }
      const volumes = new Set([
        ...(pod.volumes ?? []).map(({ name }: { name: string }) => name),
        ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }: Document) => metadata.name),
      ]);
      for (const mount of container.volumeMounts ?? []) if (!volumes.has(mount.name)) say(`mounts ${mount.name}, which is not there`);
      for (const { configMapRef } of container.envFrom ?? [])
        if (configMapRef && !names('ConfigMap').has(configMapRef.name)) say(`reads ConfigMap ${configMapRef.name}, which is not there`);
    }
    for (const volume of pod.volumes ?? []) {
      if (volume.emptyDir && !volume.emptyDir.sizeLimit) say(`volume ${volume.name} may fill the node`);
      if (volume.configMap && !names('ConfigMap').has(volume.configMap.name))
        say(`mounts ConfigMap ${volume.configMap.name}, which is not there`);
      if (volume.hostPath) say(`volume ${volume.name} is the node's`);
      const secret = volume.secret?.secretName;
      if (secret && !names('Secret').has(secret) && !of('ExternalSecret').some(({ spec }) => spec.target.name === secret))
        say(`mounts Secret ${secret}, which nothing makes`);
    }
    if (workload.kind !== 'Job' && workload.metadata.labels?.['app.kubernetes.io/component'] !== undefined && isOurs(workload))
      problems.push(...servingProblems(workload, documents));
    const policed = of('NetworkPolicy');
    if (
      policed.length > 0 &&
      !policed.some(({ spec }) => selects(spec.podSelector, workload.spec.template.metadata.labels) && spec.podSelector.matchLabels)
    )
      say('no network policy of its own');
  }
  for (const service of of('Service'))
    if (service.spec.selector && !podsOf(documents).some((labels) => matches(service.spec.selector, labels)))
      problems.push(`Service ${service.metadata.name} selects nobody`);
  for (const policy of of('NetworkPolicy')) {
    const wide = (policy.spec.egress ?? []).some((rule: { to?: unknown[] }) => !rule.to || rule.to.length === 0);
    if (wide) problems.push(`NetworkPolicy ${policy.metadata.name} lets everything out`);
  }
  return problems;
}

/** What a part that serves has besides its workload. */
function servingProblems(workload: Document, documents: Document[]): string[] {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${workload.kind} ${workload.metadata.name}: ${problem}`);
  const labels = workload.spec.template.metadata.labels;
  const of = (kind: string) => documents.filter((document) => document.kind === kind);
  const pod = workload.spec.template.spec;
  const scaled = [...of('HorizontalPodAutoscaler'), ...of('ScaledObject')].filter(
    ({ spec }) => spec.scaleTargetRef.name === workload.metadata.name && spec.scaleTargetRef.kind === workload.kind,
  );
  if (scaled.length !== 1) say(`${scaled.length} autoscalers pull at it`);
  if (!of('PodDisruptionBudget').some(({ spec }) => matches(spec.selector.matchLabels, labels))) say('no disruption budget');
  if (!of('Service').some(({ spec }) => matches(spec.selector, labels))) say('no service');
  if (!pod.topologySpreadConstraints?.length) say('its pods may all be on one node');
  const preStop = pod.containers[0].lifecycle?.preStop?.sleep?.seconds ?? 0;
  if (preStop < 5) say('stops before load balancers know');
  if (pod.terminationGracePeriodSeconds <= preStop + 10) say('is killed before it has drained');
  if (!pod.priorityClassName || !of('PriorityClass').some(({ metadata }) => metadata.name === pod.priorityClassName))
    say('has no priority');
  return problems;
}

const isOurs = (workload: Document) => String(workload.spec.template.spec.containers[0].image).includes('linqr/');
const matches = (selector: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
const selects = (selector: { matchLabels?: Record<string, string> }, labels: Record<string, string>) =>
  matches(selector.matchLabels ?? {}, labels);
const podsOf = (documents: Document[]): Record<string, string>[] =>
  documents.filter(({ kind }) => WORKLOADS.has(kind)).map(({ spec }) => spec.template.metadata.labels);
