import { z } from 'zod';
import type { Manifest } from './build-overlay.ts';
import type { Workload } from './pods.ts';

const selectorSchema = z.strictObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(
      z.strictObject({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.string()) }),
    )
    .default([]),
});
const peerSchema = z.strictObject({
  podSelector: selectorSchema.optional(),
  namespaceSelector: selectorSchema.optional(),
  ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
});
const portsSchema = z
  .array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.int(), endPort: z.int().optional() }))
  .min(1);
const policySchema = z.looseObject({
  spec: z.strictObject({
    podSelector: selectorSchema,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])).min(1),
    // Without peers or ports a rule would allow all of them.
    ingress: z.array(z.strictObject({ from: z.array(peerSchema).min(1), ports: portsSchema })).default([]),
    egress: z.array(z.strictObject({ to: z.array(peerSchema).min(1), ports: portsSchema })).default([]),
  }),
});

type Labels = Readonly<Record<string, string>>;

function isSelected(labels: Labels, selector: z.output<typeof selectorSchema>): boolean {
  return (
    Object.entries(selector.matchLabels).every(([key, value]) => labels[key] === value) &&
    selector.matchExpressions.every(
      ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
    )
  );
}

/** Somebody outside of the pods of the shop, as a policy names them. */
const nameOfOutside = ({ namespaceSelector, podSelector, ipBlock }: z.output<typeof peerSchema>): string =>
  ipBlock?.cidr ??
  Object.values({ ...namespaceSelector?.matchLabels, ...podSelector?.matchLabels }).join('/');

/** All that policies let through, as `caller -> called:port`; between two pods both have to allow it. */
export function allowedCalls(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => policySchema.parse(manifest).spec);
  const isGuarded = (labels: Labels, type: 'Ingress' | 'Egress') =>
    policies.some(
      ({ podSelector, policyTypes }) => policyTypes.includes(type) && isSelected(labels, podSelector),
    );
  const calls = new Set<string>();
  for (const { labels } of workloads) {
    const own = policies.filter(({ podSelector }) => isSelected(labels, podSelector));
    const name = labels['app.kubernetes.io/name'] ?? '';
    for (const { from, ports } of own.flatMap(({ ingress }) => ingress)) {
      for (const peer of from.filter((one) => one.namespaceSelector ?? one.ipBlock))
        for (const { port } of ports) calls.add(`${nameOfOutside(peer)} -> ${name}:${port}`);
    }
    for (const { to, ports } of own.flatMap(({ egress }) => egress)) {
      for (const peer of to.filter((one) => one.namespaceSelector ?? one.ipBlock))
        for (const { port } of ports) calls.add(`${name} -> ${nameOfOutside(peer)}:${port}`);
    }
    if (!isGuarded(labels, 'Ingress')) calls.add(`anybody -> ${name}`);
    if (!isGuarded(labels, 'Egress')) calls.add(`${name} -> anybody`);
    for (const { labels: theirs } of workloads) {
      const called = theirs['app.kubernetes.io/name'] ?? '';
      const portsTo = own
        .flatMap(({ egress }) => egress)
        .filter(({ to }) => to.some((peer) => isPod(peer, theirs)))
        .flatMap(({ ports }) => ports);
      const taken = policies
        .filter(({ podSelector }) => isSelected(theirs, podSelector))
        .flatMap(({ ingress }) => ingress)
        .filter(({ from }) => from.some((peer) => isPod(peer, labels)))
        .flatMap(({ ports }) => ports);
      for (const { port, endPort = port } of portsTo)
        for (const one of taken.filter((other) => other.port >= port && other.port <= endPort))
          calls.add(`${name} -> ${called}:${one.port}`);
    }
  }
  return [...calls].toSorted();
}

const isPod = ({ podSelector, namespaceSelector }: z.output<typeof peerSchema>, labels: Labels): boolean =>
  namespaceSelector === undefined && podSelector !== undefined && isSelected(labels, podSelector);
