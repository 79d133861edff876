import { CommandError, usageError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { loadBookConfig } from '@entrada/ledger/config';
import { lineOf, type Violation } from '@entrada/ledger/domain/violation';
import { appOver } from '@entrada/ledger/service';
import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import { PixError } from '@entrada/pix/client/pix-error';
import { openPool } from '@entrada/platform/db/pool';
import { counted } from '@entrada/platform/text/counted';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Command } from 'commander';
import { explainingDatabase } from '../access/databases.ts';
import { ledgerEnv } from '../access/ledger-env.ts';
import { operatorRuntimeOf } from '../access/login.ts';
import { checkSetting } from '../access/services.ts';
import { type Act, type Context, type Env, examples, type Outcome } from '../command.ts';

const ABOUT = `Verifies that every payment is credited once and has its webhook event: checks the books and compares them with
charges, webhooks and the bank, for the last day or since the given time, at the earliest a day before the first entry.
Use it after a repair or a restore. It needs the environment of the ledger, or npm start.`;
/** A younger event may still be in transit, which is no violation. */
const SETTLE_MS = 10_000;
const CONNECTIONS_MAX = 4;
const SETTINGS = 'the environment of the ledger';

export function audit(program: Command, act: Act): void {
  program
    .command('audit')
    .summary('verify that every payment is credited once and has its webhook event')
    .description(ABOUT)
    .addOption(timeOption('--from', 'start of the comparison; default: a day ago'))
    .addHelpText('after', examples('audit', 'audit --from 2026-11-15T00:00:00Z'))
    .action(act(run));
}

async function run(context: Context, { from }: { from?: Date }): Promise<Outcome> {
  const to = new Date(context.now().getTime() - SETTLE_MS);
  const since = from ?? new Date(to.getTime() - DAY_MS);
  if (since >= to) throw usageError('--from must be in the past, by more than ten seconds.');
  const config = configIn(await ledgerEnv(context));
  const violations: string[] = [];
  const tell = (violation: Violation) => {
    violations.push(lineOf(violation));
  };
  const unread: UnreadWindow[] = [];
  const audited = await explainingDatabase(SETTINGS, async () => {
    await using resources = new AsyncDisposableStack();
    const runtime = await operatorRuntimeOf(context);
    const pool = openPool(config.databaseUrl, { max: CONNECTIONS_MAX, log: runtime.log });
    resources.defer(() => pool.end());
    const { app } = resources.use(appOver(pool, config, runtime, (window) => unread.push(window)));
    return await app.auditInFull({ from: since, to }, tell).catch(explainBank);
  });
  const notCompared = [
    ...audited.notCompared.map((name) => `Not compared with ${name}: its address is not set.`),
    ...unread.map(unreadLine),
  ];
  return {
    text: [
      ...violations.map((line) => `VIOLATION: ${line}`),
      ...notCompared,
      `Checked the books: ${counted(audited.accounts, 'account')}, ${counted(audited.links, 'transaction')}.`,
      `Compared ${audited.from.toISOString()} to ${to.toISOString()}.`,
      verdict(violations.length, notCompared.length),
    ],
    json: { ...audited, to, violations, unread },
    failed: violations.length > 0,
  };
}

function verdict(violations: number, notCompared: number): string {
  if (violations === 0 && notCompared === 0) return 'All invariants hold.';
  const found = counted(violations, 'violation');
  if (notCompared === 0) return `${found}.`;
  return `${found} in what was compared, ${counted(notCompared, 'comparison')} not made: see above.`;
}

function unreadLine({ from, to, reason }: UnreadWindow): string {
  const window = `${from.toISOString()} to ${to.toISOString()}`;
  return `Not compared with the bank: its list of ${window} cannot be read (${reason}).`;
}

function configIn(env: Env) {
  try {
    return loadBookConfig(env);
  } catch (error) {
    throw usageError(`${(error as Error).message}\nSet ${SETTINGS}, or run npm start first.`);
  }
}

/** The bank did not answer: its address may be wrong. */
function explainBank(error: unknown): never {
  if (!(error instanceof PixError) || !['unavailable', 'timeout'].includes(error.kind)) throw error;
  throw new CommandError(`${error.message}. ${checkSetting('PROVIDER_URL')}`, { cause: error });
}
