import { EntradaError } from '@entrada/client/entrada-error';
import { timeOption } from '@entrada/command-line/command';
import { CommandError } from '@entrada/command-line/command-error';
import { type Command, Option } from 'commander';
import { connect } from '../access/connect.ts';
import { type Act, type Context, examples, limitOption, type Outcome } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { fields, money, table, takeItems } from '../text/table.ts';

const ABOUT = `Shows the entries of the account, newest first. With --csv the whole statement is written to standard
output for a spreadsheet: in UTF-8 with a byte order mark, by which Excel knows it, and with times in the zone of --tz, which
their column names.`;
/** For a file of every entry of a large account. */
const CSV_TIMEOUT_MS = 600_000;

type Options = {
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
  readonly csv?: true;
  readonly tz?: string;
  readonly sep?: ',' | ';';
};

export function statement(program: Command, act: Act): void {
  program
    .command('statement')
    .summary('show or export the entries of the account')
    .description(ABOUT)
    .addOption(timeOption('--from', 'beginning, inclusive'))
    .addOption(timeOption('--to', 'end, exclusive'))
    .addOption(limitOption('entries', 50))
    .option('--csv', 'write all of it as CSV')
    .option('--tz <zone>', 'time zone of the CSV; default: America/Sao_Paulo')
    .addOption(new Option('--sep <separator>', 'separator of the CSV').choices([',', ';']))
    .addHelpText(
      'after',
      examples('statement --from 2026-11-01T00:00:00Z', 'statement --csv > statement.csv'),
    )
    .action(act(run));
}

async function run(context: Context, asked: Options): Promise<Outcome> {
  const { entrada } = connect(context);
  const { signal } = context;
  const window = { ...timeOf('from', asked.from), ...timeOf('to', asked.to) };
  if (asked.csv) return writeCsv(context, asked, window);
  const pages = entrada.statement({ ...window, limit: Math.min(asked.limit, 200) }, { signal });
  const entries = await takeItems(pages, asked.limit);
  const rows = entries.map(({ at, kind, amount, balance, paymentLinkId, description }) => [
    at,
    kind,
    money(amount),
    money(balance),
    paymentLinkId,
    description,
  ]);
  return {
    text: entries.length > 0 ? table(rows) : 'No entries.',
    json: { entries },
  };
}

async function writeCsv(
  context: Context,
  { tz, sep }: Options,
  window: { readonly from?: string; readonly to?: string },
): Promise<Outcome> {
  const { entrada } = connect(context);
  const { signal, terminal } = context;
  const query = { ...window, ...(tz ? { tz } : {}), ...(sep ? { sep } : {}) };
  const stopProgress = terminal.progress('Reading the statement');
  try {
    const file = await entrada.statementCsv(query, { signal, timeoutMs: CSV_TIMEOUT_MS });
    for await (const chunk of file) await terminal.write(chunk);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EntradaError) throw error;
    const sentence = 'The statement is incomplete: the connection broke. Try again.';
    throw new CommandError(sentence, { exitCode: EXIT.unavailable, cause: error });
  } finally {
    stopProgress();
  }
  return { text: [], json: undefined };
}

function timeOf(name: 'from' | 'to', time: Date | undefined): { readonly [name: string]: string } {
  return time ? { [name]: time.toISOString() } : {};
}

export function balance(program: Command, act: Act): void {
  program
    .command('balance')
    .summary('show the balance')
    .description('Shows the balance of the account, now or at a time in the past.')
    .addOption(timeOption('--at', 'a time in the past'))
    .addHelpText('after', examples('balance', 'balance --at 2026-11-01T00:00:00Z'))
    .action(act(runBalance));
}

async function runBalance(context: Context, { at }: { readonly at?: Date }): Promise<Outcome> {
  const { entrada } = connect(context);
  const query = at ? { at: at.toISOString() } : {};
  const found = await entrada.balance(query, { signal: context.signal });
  const { available, held, suspense, owed } = found;
  return {
    text: fields({
      available: money(available),
      held: held ? money(held) : null,
      suspense: suspense ? money(suspense) : null,
      owed: owed ? money(owed) : null,
    }),
    json: { balance: found },
  };
}
