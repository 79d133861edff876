import { type Container, startInDocker } from './docker.ts';
import { serverOfEnvironment, type TestServer, type TestServerOptions } from './test-server.ts';
import type { Say, Tool } from './tools.ts';

/** One kind of server that the tests need, and the three ways to get it. */
export type Part = {
  readonly name: string;
  /** An address to use instead of a server of our own; the tests read the address from it too. */
  readonly addressVariable: string;
  /** Tells the tests where it came from, so that a private one comes from there too. */
  readonly sourceVariable: string;
  /** Tells the tests why it is not there. */
  readonly skipVariable: string;
  readonly container: () => Container;
  /** What starting it locally needs on the path. */
  readonly tools: () => readonly Tool[];
  readonly startLocal: (options?: TestServerOptions, say?: Say) => Promise<TestServer>;
};

/** From the environment or from Docker; undefined when it has to be started locally. */
export async function provideFromElsewhere(part: Part, say: Say): Promise<TestServer | undefined> {
  const given = process.env[part.addressVariable];
  return given ? serverOfEnvironment(given) : startInDocker(part.container(), say);
}

/** One for the caller alone. A further address to advertise is only possible locally. */
export async function providePrivate(part: Part, options: TestServerOptions): Promise<TestServer> {
  const localOnly = process.env[part.sourceVariable] === 'local' || options.advertise !== undefined;
  const inDocker = localOnly ? undefined : await startInDocker(part.container(), () => {});
  return inDocker ?? part.startLocal(options);
}
