import type { Manifest } from './open-cluster.ts';

const COMPONENT = 'app.kubernetes.io/component';

/** Who may open connections to whom, by the egress rules of each pod: `charges -> ledger:50051`. */
export function egressEdges(objects: readonly Manifest[]): string[] {
  return edgesOf(objects, 'egress', 'to', (own, other, port) => `${own} -> ${other}:${port}`);
}

/** The same by the ingress rules. */
export function ingressEdges(objects: readonly Manifest[]): string[] {
  return edgesOf(objects, 'ingress', 'from', (own, other, port) => `${other} -> ${own}:${port}`);
}

type Line = (own: string, other: string, port: string) => string;

function edgesOf(
  objects: readonly Manifest[],
  field: 'egress' | 'ingress',
  side: 'to' | 'from',
  line: Line,
): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const edges = policies.flatMap(({ spec }) => {
    const own: string = spec.podSelector.matchLabels[COMPONENT] ?? 'release';
    return (spec[field] ?? []).flatMap((rule: Manifest) =>
      peersIn(rule[side]).flatMap((other) =>
        portsIn(rule.ports).map((port) => line(own, other, port)),
      ),
    );
  });
  return [...new Set(edges)].toSorted();
}

function peersIn(peers: readonly Manifest[] | undefined): string[] {
  if (!peers) return ['any'];
  return peers.flatMap(({ ipBlock, podSelector, namespaceSelector }) => {
    if (ipBlock) return [ipBlock.except ? `${ipBlock.cidr} but private` : ipBlock.cidr];
    if (namespaceSelector) return [`namespace ${Object.values(namespaceSelector.matchLabels)}`];
    const [expression] = podSelector.matchExpressions;
    return expression.values as string[];
  });
}

function portsIn(ports: readonly Manifest[] | undefined): string[] {
  if (!ports) return ['any'];
  return ports.map(({ port, endPort, protocol }) => {
    const range = endPort ? `${port}-${endPort}` : `${port}`;
    return protocol === 'UDP' ? `${range}/udp` : range;
  });
}
