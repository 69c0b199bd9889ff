// Who may talk to whom: nothing by default, then exactly the calls that the parts' own configs name.
import type { DescribedPart } from '../part.config.js';
import { MANAGEMENT_PORT, PARTS, STORES } from '../topology.js';
import { labels, type Manifest, selector } from './workload.js';

/** Label that every store's pods carry, whoever runs them. */
export const STORE_LABEL = 'linqr.io/store';
/** Namespaces whose Prometheus or agent may read the management port carry this label. */
export const OBSERVER_LABEL = 'linqr.io/observer';
/** Namespaces whose gateway controller may reach the public doors carry this label. */
export const INGRESS_LABEL = 'linqr.io/ingress';

/** Everything that is not the Internet: private, link-local, shared, metadata, multicast, reserved. */
export const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
];
export const NOT_PUBLIC_V6 = ['::1/128', '64:ff9b::/96', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8'];

const pods = (matchLabels: Record<string, string>) => ({ podSelector: { matchLabels } });
const tcp = (...numbers: number[]) => numbers.map((port) => ({ protocol: 'TCP', port }));

export function partPolicy(part: DescribedPart, all: DescribedPart[]): Manifest {
  const callers = all.filter((other) => other.calls.includes(part.name));
  const ingress: unknown[] = [];
  if (callers.length > 0) ingress.push({ from: callers.map(({ name }) => pods(selector(name))), ports: tcp(part.port.number) });
  if (part.publicDoor)
    ingress.push({ from: [{ namespaceSelector: { matchLabels: { [INGRESS_LABEL]: 'true' } } }], ports: tcp(part.port.number) });
  if (part.schema)
    ingress.push({ from: [{ namespaceSelector: { matchLabels: { [OBSERVER_LABEL]: 'true' } } }], ports: tcp(MANAGEMENT_PORT) });

  const egress: unknown[] = [];
  for (const callee of part.calls) {
    const { port } = PARTS.find(({ name }) => name === callee)!;
    egress.push({ to: [pods(selector(callee))], ports: tcp(port.number) });
  }
  for (const variable of part.stores) {
    const { store, port } = STORES[variable];
    egress.push({ to: [pods({ [STORE_LABEL]: store })], ports: tcp(port) });
  }
  if (part.mails) egress.push({ to: [pods({ [STORE_LABEL]: 'smtp' })], ports: tcp(1025) });
  if (part.internet)
    egress.push({
      to: [{ ipBlock: { cidr: '0.0.0.0/0', except: NOT_PUBLIC_V4 } }, { ipBlock: { cidr: '::/0', except: NOT_PUBLIC_V6 } }],
      ports: tcp(...(part.name === 'webhook' ? [80, 443] : part.mails ? [443, 465, 587] : [443])),
    });
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: {
      name: part.name,
      labels: labels(part.name),
      ...(part.internet ? { annotations: { 'linqr.io/internet': part.internet } } : {}),
    },
    spec: { podSelector: { matchLabels: selector(part.name) }, policyTypes: ['Ingress', 'Egress'], ingress, egress },
  };
}

/** Nothing in, nothing out, but for names. */
export function namespacePolicies(): Manifest[] {
  const base = (name: string, spec: unknown): Manifest => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, labels: { 'app.kubernetes.io/part-of': 'linqr' } },
    spec,
  });
  return [
    base('default-deny', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
    base('allow-dns', {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [
        {
          to: [
            {
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
              podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
            },
          ],
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
      ],
    }),
  ];
}

/** Namespaces of the operators that run the stores. */
const OPERATORS: Record<string, string> = { postgres: 'cnpg-system', kafka: 'strimzi', clickhouse: 'clickhouse-operator' };

/** A store takes connections from the parts that own a URL of it, from its own kind (replication), and from its operator. */
export function storePolicies(all: DescribedPart[]): Manifest[] {
  const mailers = all.filter(({ mails }) => mails);
  return [
    ...(Object.keys(STORES) as (keyof typeof STORES)[]).map((variable) => {
      const { store, port } = STORES[variable];
      return storePolicy(
        store,
        port,
        all.filter((part) => part.stores.includes(variable)),
      );
    }),
    // A mail server inside the cluster, such as Mailpit in development.
    storePolicy('smtp', 1025, mailers),
  ];
}

function storePolicy(store: string, port: number, users: DescribedPart[]): Manifest {
  const own = pods({ [STORE_LABEL]: store });
  const operator = OPERATORS[store];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `store-${store}`, labels: { 'app.kubernetes.io/part-of': 'linqr' } },
    spec: {
      podSelector: { matchLabels: { [STORE_LABEL]: store } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        // Migration jobs carry their part's labels, so they are among the users.
        { from: users.map(({ name }) => pods(selector(name))), ports: tcp(port) },
        { from: [own] },
        ...(operator ? [{ from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': operator } } }] }] : []),
        { from: [{ namespaceSelector: { matchLabels: { [OBSERVER_LABEL]: 'true' } } }] },
      ],
      egress: [{ to: [own] }],
    },
  };
}

/** KEDA asks the brokers for lags from its own namespace. Policies add up. */
export function lagReaderPolicy(): Manifest {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'keda-reads-lags', labels: { 'app.kubernetes.io/part-of': 'linqr' } },
    spec: {
      podSelector: { matchLabels: { [STORE_LABEL]: STORES.BUS_URL.store } },
      policyTypes: ['Ingress'],
      ingress: [
        { from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } } }], ports: tcp(STORES.BUS_URL.port) },
      ],
    },
  };
}
