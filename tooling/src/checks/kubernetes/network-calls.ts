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

type Port = z.output<typeof portsSchema>[number];

const textOf = ({ port, endPort }: Port): string =>
  endPort === undefined ? `${port}` : `${port}-${endPort}`;

const isPod = ({ podSelector, namespaceSelector }: z.output<typeof peerSchema>, labels: Labels): boolean =>
  namespaceSelector === undefined && podSelector !== undefined && isSelected(labels, podSelector);

/** All that policies let through, as `caller -> called:port`; between two pods both have to allow it. */
export function allowedCalls(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => policySchema.parse(manifest).spec);
  const policiesFor = (labels: Labels, type: 'Ingress' | 'Egress') =>
    policies.filter(
      ({ podSelector, policyTypes }) => policyTypes.includes(type) && isSelected(labels, podSelector),
    );
  const pods = workloads.map(({ labels }) => {
    const [ingress, egress] = [policiesFor(labels, 'Ingress'), policiesFor(labels, 'Egress')];
    return {
      labels,
      name: labels['app.kubernetes.io/name'] ?? '',
      // A pod that no policy is for takes all calls, and makes all.
      isOpen: { ingress: ingress.length === 0, egress: egress.length === 0 },
      taken: ingress.flatMap((policy) => policy.ingress).map(({ from, ports }) => ({ peers: from, ports })),
      made: egress.flatMap((policy) => policy.egress).map(({ to, ports }) => ({ peers: to, ports })),
    };
  });
  const calls = new Set<string>();
  const outside = (rules: (typeof pods)[number]['taken']) =>
    rules.flatMap(({ peers, ports }) =>
      peers
        .filter(({ namespaceSelector, ipBlock }) => namespaceSelector ?? ipBlock)
        .flatMap((peer) => ports.map((port) => [nameOfOutside(peer), textOf(port)] as const)),
    );
  for (const pod of pods) {
    if (pod.isOpen.ingress) calls.add(`anybody -> ${pod.name}`);
    if (pod.isOpen.egress) calls.add(`${pod.name} -> anybody`);
    for (const [peer, port] of outside(pod.taken)) calls.add(`${peer} -> ${pod.name}:${port}`);
    for (const [peer, port] of outside(pod.made)) calls.add(`${pod.name} -> ${peer}:${port}`);
    for (const called of pods) {
      const portsFor = (rules: typeof pod.taken, { labels }: { labels: Labels }) =>
        rules.filter(({ peers }) => peers.some((peer) => isPod(peer, labels))).flatMap(({ ports }) => ports);
      const taken = portsFor(called.taken, pod);
      for (const { port, endPort = port } of portsFor(pod.made, called))
        for (const one of taken.filter((other) => other.port >= port && other.port <= endPort))
          calls.add(`${pod.name} -> ${called.name}:${textOf(one)}`);
    }
  }
  return [...calls].toSorted();
}
