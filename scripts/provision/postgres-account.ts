import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { deathSignalPrefix, hasSetpriv } from './server-process.ts';

const ACCOUNT = 'postgres';
/** In order of preference: the first only reads and enters folders, the second is what containers usually have. */
const FOLDER_CAPABILITIES = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
] as const;

/** The account that Postgres runs under. It refuses to run as root, so root lends it another. */
export type PostgresAccount = {
  readonly uid?: number;
  readonly gid?: number;
  /** Prefix arguments for a command that must run under this account. */
  readonly prefix: readonly string[];
  /** Makes a file or folder belong to the account. */
  give(path: string): void;
};

export function postgresAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) {
    return { prefix: deathSignalPrefix('SIGINT'), give: () => {} };
  }
  const { uid, gid } = lookUp(ACCOUNT) ?? createAccount();
  const give = (path: string) => chownSync(path, uid, gid);
  const capability = hasSetpriv() ? folderCapability() : undefined;
  if (!capability) return { uid, gid, prefix: [], give };
  // The capability lets the account enter a clone inside a folder that only root may enter.
  const prefix = [
    ...deathSignalPrefix('SIGINT'),
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return { prefix, give };
}

function folderCapability(): string | undefined {
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const bits = BigInt(`0x${permitted ?? '0'}`);
  return FOLDER_CAPABILITIES.find(({ bit }) => (bits >> bit) & 1n)?.name;
}

function lookUp(account: string): { uid: number; gid: number } | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${account}:`))
    ?.split(':');
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}

function createAccount(): { uid: number; gid: number } {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    ACCOUNT,
  ]);
  const created = lookUp(ACCOUNT);
  if (created) return created;
  throw new Error(
    'Postgres does not run as root, and a system user "postgres" could not be created. Run this as an ordinary user, or run: useradd --system postgres',
  );
}
