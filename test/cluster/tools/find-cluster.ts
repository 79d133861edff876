import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isOnPath, Unavailable } from '../../../packages/launcher/src/provision/tools.ts';
import { type CommandOptions, runCommand } from './command.ts';

const REPLY_WAIT_MAX_S = 10;
const ROOT = `${join(import.meta.dirname, '../../..')}/`;
/** A Kubernetes for one machine, where it lies beside the project: its script and what goes with it. */
const NEIGHBOUR = join(ROOT, '../shared/tools/cluster');
const NEIGHBOUR_CONTEXT = 'entrada';
const NEIGHBOUR_HOST_IP = '10.244.0.1';

const HOW_TO_GET_ONE = existsSync(NEIGHBOUR)
  ? `As root on Debian: ${join(NEIGHBOUR, 'cluster')} up && eval "$(${join(NEIGHBOUR, 'cluster')} env)"`
  : 'For instance: kind create cluster';

type Run = (args: readonly string[], options?: CommandOptions) => Promise<string>;

export type Cluster = {
  /** Decides how an image gets there and at which address pods reach this machine. */
  readonly kind: 'neighbour' | 'kind' | 'k3d' | 'other';
  readonly name: string;
  readonly kubectl: Run;
  readonly helm: Run;
  /** The folder of the scripts of a `neighbour`. */
  readonly tools: string;
};

/** The cluster that kubectl talks to at present. */
export async function findCluster(): Promise<Cluster> {
  // Some clusters bring their own programs beside their configuration.
  const own = join(dirname(process.env.KUBECONFIG ?? ''), 'bin');
  if (existsSync(join(own, 'helm'))) {
    process.env.PATH = `${own}${delimiter}${process.env.PATH}`;
  }
  const missing = ['kubectl', 'helm'].filter((program) => !isOnPath(program));
  if (missing.length > 0) {
    throw new Unavailable(
      `This needs a Kubernetes cluster, kubectl and helm; ${missing.join(' and ')} not found on the path. ${HOW_TO_GET_ONE}`,
    );
  }
  const kubectl: Run = (args, options) => runCommand('kubectl', args, options);
  const helm: Run = (args, options) => runCommand('helm', args, options);
  await kubectl(['get', '--raw', '/readyz', `--request-timeout=${REPLY_WAIT_MAX_S}s`]).catch(
    (cause: Error) => {
      throw new Unavailable(
        `No Kubernetes answers. Point KUBECONFIG to a cluster in which you may create a namespace. ${HOW_TO_GET_ONE}`,
        { cause },
      );
    },
  );
  const name = (await kubectl(['config', 'current-context'])).trim();
  return { kind: kindOf(name), name, kubectl, helm, tools: NEIGHBOUR };
}

function kindOf(context: string): Cluster['kind'] {
  if (context === NEIGHBOUR_CONTEXT && existsSync(NEIGHBOUR)) return 'neighbour';
  if (context.startsWith('kind-')) return 'kind';
  if (context.startsWith('k3d-')) return 'k3d';
  return 'other';
}

/** The address at which pods reach servers of this machine; CLUSTER_HOST_IP says it where we cannot know. */
export async function hostAddress(cluster: Cluster): Promise<string> {
  const given = process.env.CLUSTER_HOST_IP;
  if (given) return given;
  switch (cluster.kind) {
    case 'neighbour':
      return NEIGHBOUR_HOST_IP;
    case 'kind':
      return dockerGateway('kind');
    case 'k3d':
      return dockerGateway(cluster.name);
    case 'other':
      throw new Unavailable(
        `Pods of ${cluster.name} must reach servers on this machine: set CLUSTER_HOST_IP to the address of this machine that they see.`,
      );
  }
}

async function dockerGateway(network: string): Promise<string> {
  const format = '{{range .IPAM.Config}}{{println .Gateway}}{{end}}';
  const gateways = await runCommand('docker', ['network', 'inspect', network, '-f', format]);
  const address = gateways.split('\n').find((line) => /^\d+(\.\d+){3}$/.test(line));
  if (address) return address;
  throw new Unavailable(
    `The Docker network ${network} has no IPv4 gateway: set CLUSTER_HOST_IP to the address of this machine that pods see.`,
  );
}
