import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@entrada/platform/testing/free-port';
import type { Cluster } from './find-cluster.ts';
import { listPods } from './pods.ts';
import { RELEASE } from './release.ts';

const CONNECT_WAIT_MAX_MS = 2_000;
const FORWARD_WAIT_MAX_MS = 20_000;

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
export async function openServiceDoor(cluster: Cluster, door: Door): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const name = `${RELEASE}-${door.service}`;
  const { clusterIP: host, ports } = JSON.parse(
    await cluster.kubectl(['get', 'service', name, '-n', door.namespace, '-o', 'jsonpath={.spec}']),
  );
  const service: Target = { host, port: ports[0].port };
  const targets: Target[] = [];
  if (await accepts(service)) targets.push(service);
  else {
    const pods = await listPods(cluster, door.namespace);
    for (const pod of pods.filter((pod) => pod.service === door.service)) {
      const port = await freePort();
      const args = ['-n', door.namespace, pod.name, `${port}:${service.port}`];
      opening.use(await forwardByKubectl(args));
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

async function forwardByKubectl(args: readonly string[]): Promise<AsyncDisposable> {
  const child = spawn('kubectl', ['port-forward', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  const ended = exit.then(() => {
    throw new Error(`kubectl port-forward ${args.join(' ')} ended at once`);
  });
  ended.catch(() => {});
  try {
    const late = AbortSignal.timeout(FORWARD_WAIT_MAX_MS);
    await Promise.race([once(child.stdout, 'data', { signal: late }), ended]);
  } catch (error) {
    child.kill();
    throw error;
  }
  child.stdout.resume();
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await exit;
    },
  };
}
