import { eventually } from '@entrada/platform/testing/eventually';
import type { Ran } from '../../operator/test/run-operator.ts';
import { commandsByDatabase, wordsOf } from './page.ts';
import { passDoubt } from './pass-time.ts';
import type { RestorableSystem } from './restorable-system.ts';

/** Backups name a time to the second, and clocks differ: the page reads again from a minute before. */
const MARGIN_MS = 60_000;

/** The page says of these that they are run again until they succeed. */
const REPEATED = new Set(['restored', 'recover', 'suspense', 'audit']);
const REPEATED_MAX_MS = 120_000;

/** Commands that are not ours, and what stands for them here. */
const OTHERS: Readonly<
  Record<string, (system: RestorableSystem, args: readonly string[]) => Promise<void>>
> = {
  kubectl: (system, args) => {
    const service = (args[1] ?? '').replace('deployment/entrada-', '');
    return args.includes('--replicas=0') ? system.stop(service) : system.start(service);
  },
  // psql <database's URL> -c <statement>
  async psql(system, [service = '', , statement = '']) {
    await system.query(service, statement);
  },
  pg_restore: (system, args) => system.restore((args.at(-1) ?? '').replace('.dump', '')),
};

type Following = {
  readonly restoredTo: Date;
  /** What the page tells its reader to set. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What happens right before a line of the page. */
  readonly before?: Readonly<Record<string, () => Promise<void>>>;
};

/** Does what docs/operations/restore.md says about a database, line by line. */
export async function followPage(
  system: RestorableSystem,
  section: string,
  { restoredTo, variables: given = {}, before = {} }: Following,
): Promise<readonly Ran[]> {
  const lines = (await commandsByDatabase()).get(section) ?? [];
  if (lines.length === 0) throw new Error(`The page has no commands about ${section}`);
  const since = new Date(restoredTo.getTime() - MARGIN_MS).toISOString();
  const databases = { DATABASE_URL_CHARGES: 'charges' };
  const variables = { SINCE: since, NOW: new Date().toISOString(), ...databases, ...given };
  const ran: Ran[] = [];
  for (const line of lines) {
    await before[line]?.();
    const [program = '', ...args] = wordsOf(line, variables);
    if (program === 'operator') ran.push(await operate(system, line, args));
    else await otherOf(program)(system, args);
  }
  return ran;
}

function otherOf(program: string) {
  const other = OTHERS[program];
  if (!other) throw new Error(`The drill does not know what ${program} does`);
  return other;
}

async function operate(
  system: RestorableSystem,
  line: string,
  args: readonly string[],
): Promise<Ran> {
  const run = async (): Promise<Ran> => {
    // Payments of charges that were lost come in only when no charge for them has turned up.
    if (args[0] === 'audit') await passDoubt(system);
    const ran = await system.operator(...args);
    if (ran.code === 0) return ran;
    throw new Error(`${line}\nended with ${ran.code}:\n${ran.stdout}${ran.stderr}`);
  };
  return REPEATED.has(args[0] ?? '') ? eventually(run, { timeoutMs: REPEATED_MAX_MS }) : run();
}
