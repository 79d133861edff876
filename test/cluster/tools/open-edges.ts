import { isIP } from 'node:net';
import type { Stores } from './stores.ts';

/** Values of the chart's network policies: the stores where they are, and the receivers of the tests on this machine. */
export function openEdges(stores: Stores, hostIp: string) {
  const postgres = stores.databaseUrl({ service: 'auth', name: 'any' }, 'app');
  return {
    postgres: edgeTo(postgres),
    kafka: { to: peersOf(new URL(`kafka://${stores.brokers.split(',')[0]}`).hostname) },
    redis: edgeTo(stores.redisUrl),
    webhooks: { to: peersOf(hostIp) },
  };
}

function edgeTo(address: string) {
  const { hostname, port } = new URL(address);
  const ports = port ? { ports: [Number(port)] } : {};
  return { to: peersOf(hostname), ...ports };
}

/** A name is resolved by the pods; a policy cannot hold it. */
function peersOf(host: string) {
  return isIP(host) === 4 ? [{ ipBlock: { cidr: `${host}/32` } }] : [];
}
