import type { LabelSelector } from 'kubernetes-types/meta/v1.d.ts';
import type {
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from 'kubernetes-types/networking/v1.d.ts';
import type { Manifest } from './manifests.ts';

export type Labels = Readonly<Record<string, string>>;

function isSelected(labels: Labels, { matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In' && operator !== 'NotIn') throw new Error(`${operator} is not supported here`);
      return values.includes(labels[key] ?? '') === (operator === 'In');
    })
  );
}

/** The name of a peer that is not a pod of the shop. */
const outsideName = ({ namespaceSelector, podSelector, ipBlock }: NetworkPolicyPeer): string =>
  ipBlock?.cidr ??
  Object.values({ ...namespaceSelector?.matchLabels, ...podSelector?.matchLabels }).join('/');

interface Rule {
  readonly peers: readonly NetworkPolicyPeer[];
  readonly ports: readonly { readonly port: number; readonly endPort?: number | undefined }[];
}

/** @throws for a rule without peers or ports, which would allow all of them */
function ruleOf(peers: NetworkPolicyPeer[] = [], ports: NetworkPolicyPort[] = []): Rule {
  if (peers.length === 0 || ports.length === 0)
    throw new Error('A rule of a policy must name peers and ports');
  return { peers, ports: ports.map(({ port, endPort }) => ({ port: Number(port), endPort })) };
}

const textOf = ({ port, endPort }: Rule['ports'][number]): string =>
  endPort === undefined ? `${port}` : `${port}-${endPort}`;

const isPod = ({ podSelector, namespaceSelector }: NetworkPolicyPeer, labels: Labels): boolean =>
  namespaceSelector === undefined && podSelector !== undefined && isSelected(labels, podSelector);

/** The calls that policies allow, as `caller -> called:port`; between two pods both must allow it. */
export function allowedCalls(manifests: readonly Manifest[], labelsOfPods: readonly Labels[]): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap((manifest) => (manifest as NetworkPolicy).spec ?? []);
  const policiesFor = (labels: Labels, type: 'Ingress' | 'Egress') =>
    policies.filter(
      ({ podSelector, policyTypes }) => policyTypes?.includes(type) && isSelected(labels, podSelector),
    );
  const pods = labelsOfPods.map((labels) => {
    const [ingress, egress] = [policiesFor(labels, 'Ingress'), policiesFor(labels, 'Egress')];
    return {
      labels,
      name: labels['app.kubernetes.io/name'] ?? '',
      // A pod without a policy accepts and makes all calls.
      isOpen: { ingress: ingress.length === 0, egress: egress.length === 0 },
      ingressRules: ingress
        .flatMap((policy) => policy.ingress ?? [])
        .map(({ from, ports }) => ruleOf(from, ports)),
      egressRules: egress.flatMap((policy) => policy.egress ?? []).map(({ to, ports }) => ruleOf(to, ports)),
    };
  });
  const calls = new Set<string>();
  const outsidePeers = (rules: readonly Rule[]) =>
    rules.flatMap(({ peers, ports }) =>
      peers
        .filter(({ namespaceSelector, ipBlock }) => namespaceSelector ?? ipBlock)
        .flatMap((peer) => ports.map((port) => [outsideName(peer), textOf(port)] as const)),
    );
  for (const pod of pods) {
    if (pod.isOpen.ingress) calls.add(`anybody -> ${pod.name}`);
    if (pod.isOpen.egress) calls.add(`${pod.name} -> anybody`);
    for (const [peer, port] of outsidePeers(pod.ingressRules)) calls.add(`${peer} -> ${pod.name}:${port}`);
    for (const [peer, port] of outsidePeers(pod.egressRules)) calls.add(`${pod.name} -> ${peer}:${port}`);
    for (const target of pods) {
      const portsFor = (rules: readonly Rule[], { labels }: { labels: Labels }) =>
        rules.filter(({ peers }) => peers.some((peer) => isPod(peer, labels))).flatMap(({ ports }) => ports);
      const openPorts = portsFor(target.ingressRules, pod);
      for (const { port, endPort = port } of portsFor(pod.egressRules, target))
        for (const openPort of openPorts.filter(
          (candidate) => candidate.port >= port && candidate.port <= endPort,
        ))
          calls.add(`${pod.name} -> ${target.name}:${textOf(openPort)}`);
    }
  }
  return [...calls].toSorted();
}
