import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { deathSignalPrefix, hasSetpriv } from './server-process.ts';

const ACCOUNT = 'postgres';
/** In order of preference. Of the last two, one only reads and enters folders; containers often have only the other. */
const CAPABILITIES = [undefined, 'dac_read_search', 'dac_override'] as const;

/** The account that Postgres runs under. It refuses to run as root, so root lends it another. */
export type PostgresAccount = {
  readonly uid?: number;
  readonly gid?: number;
  /** Prefix arguments for a command that must run under this account. */
  readonly prefix: readonly string[];
};

/** Gives the folder to the account, which must also be able to reach the program. */
export function postgresAccount(reach: { program: string; folder: string }): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: deathSignalPrefix('SIGINT') };
  const { uid, gid } = lookUp(ACCOUNT) ?? createAccount();
  chownSync(reach.folder, uid, gid);
  const accounts: PostgresAccount[] = hasSetpriv()
    ? CAPABILITIES.map((capability) => ({ prefix: lending(uid, gid, capability) }))
    : [{ uid, gid, prefix: [] }];
  const reaching = accounts.find((account) => canEnter(account, [reach.program, reach.folder]));
  if (reaching) return reaching;
  throw new Error(
    `Postgres runs as the user "${ACCOUNT}" because it refuses to run as root, and that user cannot reach ${reach.program} or ${reach.folder}. Use a folder that every user may enter, or run this as an ordinary user.`,
  );
}

/** A capability lets the account work inside a folder that only root may enter, such as a clone in a fresh temporary folder. */
function lending(uid: number, gid: number, capability: string | undefined): string[] {
  return [
    ...deathSignalPrefix('SIGINT'),
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    ...(capability
      ? [
          `--inh-caps=+${capability}`,
          `--ambient-caps=+${capability}`,
          // Without it access(2), by which Postgres finds its own programs, ignores the capability.
          '--securebits=+no_setuid_fixup',
        ]
      : []),
  ];
}

function canEnter({ prefix, uid, gid }: PostgresAccount, paths: readonly string[]): boolean {
  return paths.every((path) => {
    const [program = 'test', ...args] = [...prefix, 'test', '-x', path];
    const identity = uid === undefined || gid === undefined ? {} : { uid, gid };
    return spawnSync(program, args, { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;
  });
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
