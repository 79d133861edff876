import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Cluster } from './find-cluster.ts';

const CONNECT_WAIT_MAX_MS = 2_000;
const FORWARD_WAIT_MAX_MS = 20_000;

type Door = {
  readonly namespace: string;
  readonly service: string;
  /** Where the Service appears on this machine: known before the Service exists. */
  readonly localPort: number;
  readonly signal: AbortSignal;
};

/**
 * Makes a Service reachable on 127.0.0.1. Each connection goes through the Service itself where this
 * machine can reach its address; elsewhere through kubectl, which keeps to one pod.
 */
export async function openServiceDoor(cluster: Cluster, door: Door): Promise<AsyncDisposable> {
  const { clusterIP: host, ports } = JSON.parse(
    await cluster.kubectl(
      ['get', 'service', door.service, '-n', door.namespace, '-o', 'jsonpath={.spec}'],
      { signal: door.signal },
    ),
  );
  const port: number = ports[0].port;
  return (await accepts(host, port))
    ? relayTo({ host, port }, door.localPort)
    : forwardByKubectl(port, door);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_WAIT_MAX_MS });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

async function relayTo(
  target: { host: string; port: number },
  localPort: number,
): Promise<AsyncDisposable> {
  const open = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(target);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(localPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function forwardByKubectl(port: number, door: Door): Promise<AsyncDisposable> {
  const target = [`service/${door.service}`, `${door.localPort}:${port}`];
  const child = spawn('kubectl', ['port-forward', '-n', door.namespace, ...target], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  const started = once(child.stdout, 'data', { signal: AbortSignal.timeout(FORWARD_WAIT_MAX_MS) });
  const failed = exit.then(() => {
    throw new Error(`kubectl port-forward to ${door.service} ended at once`);
  });
  failed.catch(() => {});
  try {
    await Promise.race([started, failed]);
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
