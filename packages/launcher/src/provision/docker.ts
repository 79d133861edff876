import { existsSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@entrada/platform/testing/free-port';
import type { TestServer } from './test-server.ts';
import type { Say } from './tools.ts';

const PROBE_WAIT_MAX_MS = 1_000;
const PULL_WAIT_MAX_MS = 180_000;
const STARTUP_WAIT_MAX_MS = 60_000;

export type Container = {
  readonly image: string;
  readonly port: number;
  /** Given the port on this machine under which the container's port appears. */
  readonly environment: (hostPort: number) => Record<string, string>;
  readonly command?: readonly string[];
  /** What a started server writes; without it, a server counts as started when it listens. */
  readonly startedLine?: string;
  readonly address: (host: string, hostPort: number) => string;
};

/** Runs an image, if a Docker engine answers and has the image or can pull it; otherwise nothing. */
export async function startInDocker(
  container: Container,
  say: Say,
): Promise<TestServer | undefined> {
  const engine = engineAddress();
  if (!engine || !(await answers(engine))) return undefined;
  if (!(await hasImage(engine, container.image)) && !(await pull(engine, container.image, say))) {
    say(`Docker cannot pull ${container.image}: continuing without Docker.`);
    return undefined;
  }
  try {
    return await run(container);
  } catch (error) {
    say(
      `Docker could not run ${container.image} (${(error as Error).message}): continuing without Docker.`,
    );
    return undefined;
  }
}

/** On a fixed port, so that the address outlives a restart. */
async function run(container: Container): Promise<TestServer> {
  // Loaded only here: it is large, and machines without Docker never need it.
  const { GenericContainer, Wait } = await import('testcontainers');
  const hostPort = await freePort();
  const definition = new GenericContainer(container.image)
    .withExposedPorts({ container: container.port, host: hostPort })
    .withEnvironment(container.environment(hostPort))
    .withStartupTimeout(STARTUP_WAIT_MAX_MS)
    .withWaitStrategy(
      container.startedLine ? Wait.forLogMessage(container.startedLine) : Wait.forListeningPorts(),
    );
  if (container.command) definition.withCommand([...container.command]);
  const started = await definition.start();
  return {
    source: 'docker',
    address: container.address(started.getHost(), hostPort),
    stop: async () => {
      await started.stop({ remove: false });
    },
    kill: async () => {
      await started.stop({ remove: false, timeout: 0 });
    },
    restart: () => started.restart(),
    [Symbol.asyncDispose]: async () => {
      await started.stop({ timeout: 0 });
    },
  };
}

type Engine = Pick<RequestOptions, 'socketPath' | 'host' | 'port'>;

function engineAddress(): Engine | undefined {
  const host = process.env.DOCKER_HOST;
  if (host?.startsWith('tcp://')) {
    const { hostname, port } = new URL(host);
    return { host: hostname, port };
  }
  const sockets = host?.startsWith('unix://')
    ? [host.slice('unix://'.length)]
    : [
        '/var/run/docker.sock',
        join(process.env.XDG_RUNTIME_DIR ?? '/run/user', 'docker.sock'),
        join(homedir(), '.docker/run/docker.sock'),
      ];
  const socketPath = sockets.find((path) => existsSync(path));
  return socketPath ? { socketPath } : undefined;
}

async function answers(engine: Engine): Promise<boolean> {
  return (await ask(engine, 'GET', '/_ping', PROBE_WAIT_MAX_MS)) === 200;
}

async function hasImage(engine: Engine, image: string): Promise<boolean> {
  return (await ask(engine, 'GET', `/images/${image}/json`, PROBE_WAIT_MAX_MS)) === 200;
}

async function pull(engine: Engine, image: string, say: Say): Promise<boolean> {
  say(`Pulling ${image} with Docker...`);
  const path = `/images/create?fromImage=${encodeURIComponent(image)}`;
  const status = await ask(engine, 'POST', path, PULL_WAIT_MAX_MS);
  // A pull that fails half-way still answers 200, with the failure in its body.
  return status === 200 && hasImage(engine, image);
}

/** The status of the response once its body has ended; 0 when there was none in time. */
function ask(engine: Engine, method: string, path: string, waitMaxMs: number): Promise<number> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(waitMaxMs);
    request({ ...engine, method, path, signal }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
      response.resume();
    })
      .on('error', () => resolve(0))
      .end();
  });
}
