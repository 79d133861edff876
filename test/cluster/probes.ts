import { randomBytes } from 'node:crypto';
import { type CommandOptions, runCommand } from '../../scripts/cluster/command.ts';
import { RELEASE } from '../../scripts/cluster/release.ts';

const START_MAX_S = 120;
export const LISTENING_PORT = 8_080;

/** Takes connections, so that the pod can be a target too. */
const LISTEN = `require('node:net').createServer((socket) => socket.end()).listen(${LISTENING_PORT})`;

/** Connects to all targets at once and prints the names of those that answer. */
const KNOCK = `
const { connect } = require('node:net');
const targets = JSON.parse(process.argv[1]);
const open = targets.map(({ name, host, port }) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 5_000 });
  const end = (answer) => { socket.destroy(); resolve(answer); };
  socket.on('connect', () => end(name)).on('error', () => end()).on('timeout', () => end());
}));
Promise.all(open).then((names) => console.log(JSON.stringify(names.filter(Boolean).sort())));
`;

export type Target = { readonly name: string; readonly host: string; readonly port: number };
export type Probe = {
  readonly ip: string;
  /** The names of the targets that this pod can open a connection to. */
  reaches(targets: readonly Target[]): Promise<readonly string[]>;
};

type Place = { readonly namespace: string; readonly image: string };

/** The labels of a component's pods. */
export const labelsOf = (component: string) => ({
  'app.kubernetes.io/name': 'entrada',
  'app.kubernetes.io/instance': RELEASE,
  'app.kubernetes.io/component': component,
});

/** A pod with these labels that never becomes ready, so that no Service sends it a request. */
export async function openProbe(
  { namespace, image }: Place,
  labels: Readonly<Record<string, string>>,
): Promise<Probe & AsyncDisposable> {
  const kubectl = (args: readonly string[], options: CommandOptions = {}) =>
    runCommand('kubectl', ['-n', namespace, ...args], options);
  const name = `probe-${randomBytes(4).toString('hex')}`;
  await kubectl(['create', '-f', '-'], { input: JSON.stringify(podOf(name, image, labels)) });
  const running = ['--for=jsonpath={.status.phase}=Running', `--timeout=${START_MAX_S}s`];
  await kubectl(['wait', `pod/${name}`, ...running], { timeoutMs: 2 * START_MAX_S * 1_000 });
  const ip = await kubectl(['get', 'pod', name, '-o', 'jsonpath={.status.podIP}']);
  expect(ip).not.toBe('');
  return {
    ip,
    async reaches(targets) {
      const asked = JSON.stringify(targets.filter(({ host }) => host !== ip));
      return JSON.parse(await kubectl(['exec', name, '--', 'node', '-e', KNOCK, asked]));
    },
    async [Symbol.asyncDispose]() {
      await kubectl(['delete', 'pod', name, '--force', '--grace-period=0']);
    },
  };
}

function podOf(name: string, image: string, labels: Readonly<Record<string, string>>) {
  const container = {
    name: 'probe',
    image,
    imagePullPolicy: 'IfNotPresent',
    command: ['node', '-e', LISTEN],
    readinessProbe: { exec: { command: ['false'] } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
  const spec = {
    containers: [container],
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1_000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec };
}
