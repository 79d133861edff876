import { rmSync } from 'node:fs';
import type { ServerProcess } from './server-process.ts';

/** Where a test server comes from, in the order in which the sources are tried. */
type ServerSource = 'environment' | 'docker' | 'local';

/** A server that a test may interrupt and bring back at the same address. Disposing of it removes its data. */
export type TestServer = AsyncDisposable & {
  readonly source: ServerSource;
  /** How a client on this machine reaches it: a URL, or for Kafka host and port. */
  readonly address: string;
  stop(): Promise<void>;
  /** As if the power failed. */
  kill(): Promise<void>;
  /** Brings it back, stopping it first if it still runs. */
  restart(): Promise<void>;
};

export type TestServerOptions = {
  /** An address besides 127.0.0.1 to listen on, for instance the one that a cluster's pods reach. */
  readonly advertise?: string;
  /** It serves tests: that it starts quickly counts more than how fast it is. */
  readonly isBrief?: boolean;
  /** Further settings of a Kafka on this machine, over its own. */
  readonly properties?: Readonly<Record<string, string>> | undefined;
  /** Further listeners of a Kafka on this machine, with their ports. */
  readonly listeners?: Readonly<Record<string, number>> | undefined;
  /** Users of a Kafka on this machine who log in with SCRAM-SHA-512, with their passwords. */
  readonly scramUsers?: Readonly<Record<string, string>> | undefined;
  readonly onLog?: (line: string) => void;
  /** Gives up starting; a started server is not affected. */
  readonly signal?: AbortSignal | undefined;
};

/** A server on this machine, which keeps its data in the folder and is launched at the same address each time. */
export async function startLocally(
  address: string,
  folder: string,
  launch: () => Promise<ServerProcess>,
): Promise<TestServer> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    let server = await launch();
    return {
      source: 'local',
      address,
      stop: () => server.stop(),
      kill: () => server.kill(),
      restart: async () => {
        await server.stop();
        server = await launch();
      },
      [Symbol.asyncDispose]: async () => {
        await server.kill();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A server that somebody else runs: we use it and never stop it. */
export function serverOfEnvironment(address: string): TestServer {
  const refuse = async (): Promise<void> => {
    throw new Error(`The server at ${address} comes from the environment and is not ours to stop.`);
  };
  return {
    source: 'environment',
    address,
    stop: refuse,
    kill: refuse,
    restart: refuse,
    [Symbol.asyncDispose]: async () => {},
  };
}
