import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../../../packages/launcher/src/provision/tools.ts';
import { runCommand } from './command.ts';
import type { Cluster } from './find-cluster.ts';

const FETCH_MAX_MS = 300_000;
/** Of the objects that the chart makes when a switch is on. */
const NEEDED = [
  'podmonitors.monitoring.coreos.com',
  'prometheusrules.monitoring.coreos.com',
  'httproutes.gateway.networking.k8s.io',
  'scaledobjects.keda.sh',
  'certificates.cert-manager.io',
  'issuers.cert-manager.io',
];

type Context = { readonly say: Say; readonly signal: AbortSignal };

/** Whether the cluster knows every kind of object that the chart can make; for a neighbour they are fetched. */
export async function provideDefinitions(
  { kubectl, kind, tools }: Cluster,
  { say, signal }: Context,
): Promise<boolean> {
  const areKnown = () =>
    kubectl(['get', 'crd', ...NEEDED, '-o', 'name']).then(
      () => true,
      () => false,
    );
  if (await areKnown()) return true;
  const fetcher = join(tools, 'crds');
  if (kind !== 'neighbour' || !existsSync(fetcher)) {
    say(`Optional objects are not tried: this cluster has no definitions of ${NEEDED.join(', ')}.`);
    return false;
  }
  say('Fetching the definitions of optional objects (about 20 s, once)...');
  await runCommand(fetcher, [], { signal, timeoutMs: FETCH_MAX_MS });
  return areKnown();
}
