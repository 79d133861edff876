import { randomBytes } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { read } from './api.ts';
import { runCommand } from './tools/command.ts';
import { podsPath } from './tools/pods.ts';
import { RELEASE } from './tools/release.ts';

const STARTED = { timeoutMs: 120_000 };
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

type Labels = Readonly<Record<string, string>>;
type Place = { readonly namespace: string; readonly image: string };

/** The labels of a component's pods. */
export const labelsOf = (component: string) => ({
  'app.kubernetes.io/name': 'entrada',
  'app.kubernetes.io/instance': RELEASE,
  'app.kubernetes.io/component': component,
});

/** A pod for each of these labels; none becomes ready, so that no Service sends it a request. */
export async function openProbes(
  { namespace, image }: Place,
  labels: readonly Labels[],
): Promise<AsyncDisposable & { readonly probes: readonly Probe[] }> {
  const kubectl = (args: readonly string[], input?: object) =>
    runCommand('kubectl', ['-n', namespace, ...args], input && { input: JSON.stringify(input) });
  const names = labels.map(() => `probe-${randomBytes(4).toString('hex')}`);
  const items = names.map((name, index) => podOf(name, image, labels[index] ?? {}));
  await using opening = new AsyncDisposableStack();
  opening.defer(async () => {
    await kubectl(['delete', 'pod', ...names, '--force', '--grace-period=0', '--ignore-not-found']);
  });
  await kubectl(['create', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  const probeOf = async (name: string): Promise<Probe> => {
    const ip = await eventually(async () => {
      const { status } = JSON.parse(await read(podsPath(namespace, name)));
      expect({ name, ...status }).toMatchObject({ phase: 'Running', podIP: expect.any(String) });
      return status.podIP as string;
    }, STARTED);
    return {
      ip,
      async reaches(targets) {
        const asked = JSON.stringify(targets.filter(({ host }) => host !== ip));
        return JSON.parse(await kubectl(['exec', name, '--', 'node', '-e', KNOCK, asked]));
      },
    };
  };
  const probes = await Promise.all(names.map(probeOf));
  const open = opening.move();
  return { probes, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

function podOf(name: string, image: string, labels: Labels) {
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
