import { KAFKA } from './kafka.ts';
import { POSTGRES } from './postgres.ts';
import { type Part, provideFromElsewhere } from './provide.ts';
import { REDIS } from './redis.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';
import { installMissing, type Say, Unavailable } from './tools.ts';

export const ALL_PARTS: readonly Part[] = [POSTGRES, KAFKA, REDIS];

export type Servers = AsyncDisposable & {
  /** Tells programs where the servers are, or why one is missing. */
  readonly env: Readonly<Record<string, string>>;
  /** Sentences, each ending with the command that would enable the missing part. */
  readonly missing: readonly string[];
};

type ServerOutcome = { readonly part: Part; readonly server: TestServer | Unavailable };

/** Brings up every part at once. What this machine cannot run is reported, not thrown. */
export async function provideServers(
  parts: readonly Part[],
  { say, ...options }: { say: Say } & Pick<TestServerOptions, 'signal' | 'isBrief'>,
): Promise<Servers> {
  await using started = new AsyncDisposableStack();
  const elsewhere = await Promise.all(
    parts.map(async (part) => ({ part, server: await provideFromElsewhere(part, say) })),
  );
  for (const { server } of elsewhere) if (server) started.use(server);
  const toStart = elsewhere.filter(({ server }) => !server).map(({ part }) => part);
  await installMissing(
    toStart.flatMap((part) => part.tools()),
    say,
  );
  const outcomes = await Promise.allSettled(
    elsewhere.map(async ({ part, server }): Promise<ServerOutcome> => {
      if (server) return { part, server };
      const begun = Date.now();
      const local = await part.startLocal(options, say).catch(unavailableOrThrow);
      if (local instanceof Unavailable) return { part, server: local };
      started.use(local);
      say(`${part.name} started on this machine in ${seconds(Date.now() - begun)}.`);
      return { part, server: local };
    }),
  );
  const provided = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  const owned = started.move();
  return {
    env: Object.assign({}, ...provided.map(environmentOf)),
    missing: provided.flatMap(({ server }) =>
      server instanceof Unavailable ? [server.message] : [],
    ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function unavailableOrThrow(error: unknown): Unavailable {
  if (error instanceof Unavailable) return error;
  throw error;
}

function environmentOf({ part, server }: ServerOutcome): Record<string, string> {
  if (server instanceof Unavailable) return { [part.skipVariable]: server.message };
  return { [part.addressVariable]: server.address, [part.sourceVariable]: server.source };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
