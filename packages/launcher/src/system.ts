import { setTimeout as delay } from 'node:timers/promises';
import { urlAs } from '@entrada/platform/db/roles';
import { migrateAll } from '@entrada/platform/migrate';
import { claimPorts, freePort } from '@entrada/platform/testing/free-port';
import { createDatabases } from './databases.ts';
import {
  address,
  bankUrlOf,
  baseUrlOf,
  type Installation,
  ONE_BROKER,
  type Ports,
  programsOf,
} from './programs.ts';
import { type SupervisedProgram, supervise, type Watcher } from './supervise.ts';

export const DATABASES = ['auth', 'charges', 'ledger', 'webhooks', 'bank', 'events'];
const REPLY_WAIT_MAX_MS = 5_000;
const READY_WAIT_MAX_MS = 120_000;
const READY_POLL_MS = 50;

export type System = AsyncDisposable & {
  readonly baseUrl: string;
  readonly bankUrl: string;
  readonly authAddress: string;
  readonly chargesAddress: string;
  readonly webhooksAddress: string;
  readonly ledgerAddress: string;
  readonly ledgerEnv: Readonly<Record<string, string>>;
  /** The folder with the certificates of the services, and with the authority of operators. */
  readonly certificates: string;
  readonly ports: Ports;
  readonly programs: ReadonlyMap<string, SupervisedProgram>;
  /** Resolves when the program named answers its readiness probe. */
  ready(name: string): Promise<void>;
};

type Starting = {
  readonly adminUrl: string;
  say(line: string): void;
  /** Gives up starting; a started system is not affected. */
  readonly signal?: AbortSignal;
};

/** Creates and migrates the databases, then runs the bank and the five services until disposed. */
export async function startSystem(
  installation: Installation,
  { adminUrl, say, signal, ...watcher }: Watcher & Starting,
): Promise<System> {
  const { ports, databaseUrl } = installation;
  await createDatabases(
    adminUrl,
    DATABASES.map((service) => ({
      service,
      name: new URL(databaseUrl(service)).pathname.slice(1),
    })),
    signal,
  );
  const as =
    (kind: 'migrator' | 'app') =>
    (name: string, service = name) =>
      urlAs(databaseUrl(name), service, kind);
  await migrateAll(migrationEnv({ ...installation, databaseUrl: as('migrator') }), say, signal);

  signal?.throwIfAborted();
  const planned = programsOf({ ...installation, databaseUrl: as('app') });
  const running = planned.map((program) => supervise(program, watcher));
  const programs = new Map(running.map((program) => [program.name, program]));
  const dispose = async () => {
    // The door first, then what is behind it, the bank last; one by one it would take too long for Ctrl-C.
    const [bank, ...services] = running;
    const gateway = services.pop();
    await gateway?.stop();
    await Promise.all(services.map((service) => service.stop()));
    await bank?.stop();
  };
  const ready = (name: string, until?: AbortSignal) =>
    readyAt(name, ports[`${name}Admin` as keyof Ports], until);
  try {
    await Promise.all([...programs.keys()].map((name) => ready(name, signal)));
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    baseUrl: baseUrlOf(ports),
    bankUrl: bankUrlOf(ports),
    authAddress: address(ports.auth),
    chargesAddress: address(ports.charges),
    webhooksAddress: address(ports.webhooks),
    ledgerAddress: address(ports.ledger),
    ledgerEnv: planned.find(({ name }) => name === 'ledger')?.env ?? {},
    certificates: installation.certificates,
    ports,
    programs,
    ready,
    [Symbol.asyncDispose]: dispose,
  };
}

function migrationEnv({
  databaseUrl,
  kafkaBrokers,
  env,
}: Installation): Record<string, string | undefined> {
  const urls = DATABASES.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, databaseUrl(name)]);
  return {
    MODE: 'test',
    ...Object.fromEntries(urls),
    ...ONE_BROKER,
    ...env,
    KAFKA_BROKERS: kafkaBrokers,
  };
}

async function readyAt(name: string, adminPort: number, signal?: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + READY_WAIT_MAX_MS;
  for (;;) {
    const patience = AbortSignal.timeout(REPLY_WAIT_MAX_MS);
    const reply = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: patience }).catch(
      () => null,
    );
    if (reply?.ok) return;
    signal?.throwIfAborted();
    if (Date.now() > giveUpAt)
      throw new Error(`${name} was not ready after ${READY_WAIT_MAX_MS / 1000} s`);
    await delay(READY_POLL_MS);
  }
}

/** Free ports for everything but those given. */
export async function choosePorts(
  given: { public?: number; bank?: number } = {},
  draw?: () => number,
): Promise<Ports> {
  await claimPorts(Object.values(given));
  const internal = ['auth', 'charges', 'ledger', 'webhooks'];
  const admin = ['bank', ...internal, 'gateway'].map((name) => `${name}Admin`);
  const chosen: Record<string, number> = { ...given };
  for (const name of ['public', 'bank', 'mail', ...internal, ...admin])
    chosen[name] ??= await freePort(undefined, draw);
  return chosen as Ports;
}
