import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@entrada/platform/testing/free-port';
import type { ReadPath } from './api-proxy.ts';
import { startKubectl } from './kubectl-server.ts';
import { listPods } from './pods.ts';
import { RELEASE } from './release.ts';

const CONNECT_WAIT_MAX_MS = 2_000;

type Target = { readonly host: string; readonly port: number };
type Door = {
  readonly namespace: string;
  readonly service: string;
  /** Where the Service appears on this machine: known before the Service exists. */
  readonly localPort: number;
};

/**
 * Makes a Service reachable on 127.0.0.1. Connections go through the Service itself where this
 * machine can reach its address; elsewhere kubectl carries them to its pods in turn.
 */
export async function openServiceDoor(read: ReadPath, door: Door): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const path = `/api/v1/namespaces/${door.namespace}/services/${RELEASE}-${door.service}`;
  const { spec } = JSON.parse(await read(path));
  const service: Target = { host: spec.clusterIP, port: spec.ports[0].port };
  const targets: Target[] = [];
  if (await accepts(service)) targets.push(service);
  else {
    const pods = await listPods(read, door.namespace);
    for (const pod of pods.filter((pod) => pod.service === door.service)) {
      const port = await freePort();
      const where = ['-n', door.namespace, pod.name, `${port}:${service.port}`];
      opening.use(await startKubectl(['port-forward', ...where]));
      targets.push({ host: '127.0.0.1', port });
    }
  }
  opening.use(await relay(door.localPort, targets));
  const open = opening.move();
  return { [Symbol.asyncDispose]: () => open.disposeAsync() };
}

function accepts(target: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...target, timeout: CONNECT_WAIT_MAX_MS });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

async function relay(localPort: number, targets: readonly Target[]): Promise<AsyncDisposable> {
  const open = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    open.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  let turn = 0;
  const server = createServer((here) => {
    const target = targets[turn++ % targets.length];
    if (!target) return here.destroy();
    const there = connect(target);
    join(here, there);
    join(there, here);
  });
  server.listen(localPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
