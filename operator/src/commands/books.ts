import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import type { BookEntry } from '@entrada/contracts/gen/ledger/v1/BookEntry';
import type { GetTrialBalanceResponse } from '@entrada/contracts/gen/ledger/v1/GetTrialBalanceResponse';
import { DAY_MS } from '@entrada/platform/time/units';
import { Argument } from 'commander';
import { connect, requireLedger } from '../access/services.ts';
import { type Act, type Context, type Outcome, requirePast } from '../command.ts';

const ABOUT = `The ledger's books, for an accountant: the trial balance now or at a time, and the entries behind its lines.`;
const ABOUT_BALANCE = `Prints the sum of every account of the books, the accounts of all holders added up, and fails if they are not zero
together. Below it is what the bank itself lists as received and returned, which is read from the first payment on, a second for
some thousand payments; --no-bank leaves it out.`;
const ABOUT_STATEMENT = `Prints every entry of one account of the books, over all holders, oldest first, with the balance after each. The last
balance is the line of this account in the trial balance at the same time.`;

const TIMEOUT_MS = 10 * 60_000;
/** Parts of the bank's list. */
const BANK_STEP_MS = 10 * DAY_MS;
/** A payment may be booked this long after the bank received it. */
const BOOKED_LATE_MAX_MS = DAY_MS;
const PROGRESS_EVERY_MS = 5_000;
const PAGE_SIZE = 1_000;
const PAGES_MAX = 1_000;

type Times = { readonly from: Date | undefined; readonly to: Date | undefined };

export function books(program: ProgramCommand, act: Act): void {
  const group = program
    .command('books')
    .summary("show the trial balance of the books beside the bank's figure")
    .description(ABOUT)
    .examples('books', 'books --at 2026-12-01T03:00:00Z', 'books statement suspense');
  group
    .command('balance', { isDefault: true })
    .summary('show the trial balance')
    .description(ABOUT_BALANCE)
    .addOption(timeOption('--at', 'count entries before this time; default: every entry'))
    .option('--no-bank', "leave out the bank's figure")
    .examples('books', 'books balance --at 2026-12-01T03:00:00Z --json')
    .action(act(balance));
  group
    .command('statement')
    .summary('show the entries of one account')
    .description(ABOUT_STATEMENT)
    .addArgument(new Argument('<account>', 'the account').choices(['suspense', 'owed', 'refunds']))
    .addOption(timeOption('--from', 'entries from this time on; default: from the first'))
    .addOption(timeOption('--to', 'entries before this time; default: to the last'))
    .examples('books statement suspense', 'books statement owed --from 2026-11-01T03:00:00Z')
    .action(act(statement));
}

async function balance(
  context: Context,
  { at, bank: isWithBank }: { at?: Date; bank: boolean },
): Promise<Outcome> {
  requirePast(context, '--at', at);
  await requireLedger(context);
  using ledger = await connect(context, 'ledger', TIMEOUT_MS);
  const until = at ?? context.now();
  const trial = await ledger.getTrialBalance({ at: at?.toISOString() ?? '' });
  const sumCents = trial.accounts.reduce((sum, { cents }) => sum + cents, 0);
  const bank = isWithBank ? await bankFigure(context, trial.firstAt, until) : null;
  return {
    text: [
      `Entries before ${until.toISOString()}, in BRL`,
      ...table(trial.accounts),
      sumCents === 0
        ? 'The sum is zero: debits and credits are equal.'
        : `NOT ZERO: debits and credits differ by ${brl(sumCents)}. Run operator verify to find the transaction.`,
      ...(bank ? bankLines(bank, trial.accounts) : []),
    ],
    json: {
      ...{ at: until.toISOString(), accounts: trial.accounts, sumCents },
      ...(bank && { bank: { ...bank, differenceCents: differenceOf(bank, trial.accounts) } }),
    },
    failed: sumCents !== 0,
  };
}

type BookAccounts = GetTrialBalanceResponse['accounts'];

function table(accounts: BookAccounts): string[] {
  const side = (cents: number) => (cents === 0 ? '' : brl(Math.abs(cents)));
  const total = (isCredit: boolean) =>
    brl(
      accounts.reduce(
        (sum, { cents }) => (cents > 0 === isCredit ? sum + Math.abs(cents) : sum),
        0,
      ),
    );
  const rows = [
    ['account', 'holders', 'debit', 'credit'],
    ...accounts.map(({ name, holders, cents }) => [
      name,
      holders === 0 ? '' : String(holders),
      cents > 0 ? '' : side(cents),
      cents < 0 ? '' : side(cents),
    ]),
    ['total', '', total(false), total(true)],
  ];
  return rows.map(([name = '', ...figures]) =>
    [name.padEnd(10), ...figures.map((figure) => figure.padStart(16))].join('').trimEnd(),
  );
}

type BankFigure = {
  readonly isCompared: boolean;
  readonly receivedCents: number;
  readonly returnedCents: number;
  /** Parts of the list that cannot be read. */
  readonly unread: readonly string[];
};

/** Adds up the bank's own list, part by part, so that no call takes long. */
async function bankFigure(context: Context, firstAt: string, until: Date): Promise<BankFigure> {
  const untilMs = until.getTime();
  const firstMs = firstAt === '' ? untilMs : Math.min(new Date(firstAt).getTime(), untilMs);
  using ledger = await connect(context, 'ledger', TIMEOUT_MS);
  const unread: string[] = [];
  let [isCompared, receivedCents, returnedCents] = [true, 0, 0];
  let printedAtMs = context.now().getTime();
  for (let from = firstMs - BOOKED_LATE_MAX_MS; from < untilMs; from += BANK_STEP_MS) {
    const to = Math.min(from + BANK_STEP_MS, untilMs);
    const sum = await ledger.sumBankPayments({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      returnedBefore: until.toISOString(),
    });
    isCompared = sum.isCompared;
    if (!isCompared) break;
    receivedCents += sum.receivedCents;
    returnedCents += sum.returnedCents;
    for (const window of sum.unread) {
      unread.push(`the list of ${window.from} to ${window.to} (${window.reason})`);
    }
    for (const endToEndId of sum.unreadReturns) unread.push(`a return of payment ${endToEndId}`);
    if (context.now().getTime() - printedAtMs < PROGRESS_EVERY_MS) continue;
    printedAtMs = context.now().getTime();
    context.err(`Read the bank's list up to ${new Date(to).toISOString()}.\n`);
  }
  return { isCompared, receivedCents, returnedCents, unread };
}

function bankLines(bank: BankFigure, accounts: BookAccounts): string[] {
  if (!bank.isCompared)
    return ['Not compared with the bank: PROVIDER_URL of the ledger is not set.'];
  const { receivedCents, returnedCents, unread } = bank;
  const netCents = receivedCents - returnedCents;
  const differenceCents = differenceOf(bank, accounts) ?? 0;
  return [
    `The bank lists ${brl(receivedCents)} received and ${brl(returnedCents)} returned: ${brl(netCents)}.`,
    ...unread.map((what) => `Not read: ${what}.`),
    differenceCents === 0
      ? 'The settlement account has the same.'
      : `DIFFERENT: the bank has ${brl(Math.abs(differenceCents))} ${differenceCents > 0 ? 'more' : 'less'} than the settlement account. What was under way at that time is a part of it; operator audit --from <time> names what is missing.`,
  ];
}

/** What is under way is a part of it, and is not known here: a difference is no failure of the command. */
function differenceOf(
  { isCompared, receivedCents, returnedCents }: BankFigure,
  accounts: BookAccounts,
): number | null {
  const settlement = accounts.find(({ name }) => name === 'settlement')?.cents ?? 0;
  return isCompared ? receivedCents - returnedCents + settlement : null;
}

async function statement(context: Context, account: string, { from, to }: Times): Promise<Outcome> {
  requirePast(context, '--from', from);
  if (from && to && from >= to) throw usageError('--from must be before --to.');
  const { entries, openingCents, closingCents } = await readStatement(context, account, {
    from,
    to,
  });
  let balanceCents = openingCents;
  const lines = entries.map((entry) => {
    balanceCents += entry.amountCents;
    return { ...entry, balanceCents };
  });
  const isWhole = balanceCents === closingCents;
  return {
    text: [
      ...(from ? [`${from.toISOString()}  balance before  ${brl(openingCents)}`] : []),
      ...lines.map(entryLine),
      `Balance of ${account}: ${brl(balanceCents)}, ${lines.length === 0 ? 'no entries' : `entries: ${lines.length}`}.`,
      ...(isWhole
        ? []
        : ['Entries were booked while this was read. Run it again with --to a time in the past.']),
    ],
    json: { account, openingCents, closingCents: balanceCents, entries: lines },
    failed: !isWhole,
  };
}

/** A debit is negative, as in the table of docs/ledger.md. */
function entryLine(entry: BookEntry & { readonly balanceCents: number }): string {
  const { at, kind, amountCents, balanceCents, holderId, endToEndId, chargeId, reference } = entry;
  const about = [
    endToEndId && `payment ${endToEndId}`,
    chargeId && `charge ${chargeId}`,
    reference && `about ${reference}`,
  ].filter((one) => one !== '');
  const figures = `${brl(amountCents).padStart(14)}  ${brl(balanceCents).padStart(14)}`;
  return `${at}  ${kind.padEnd(15)}  ${figures}  account ${holderId}  ${about.join('  ')}`;
}

async function readStatement(context: Context, account: string, { from, to }: Times) {
  using ledger = await connect(context, 'ledger');
  const window = { from: from?.toISOString() ?? '', to: to?.toISOString() ?? '' };
  const ask = (cursor: string) =>
    ledger.listBookEntries({ account, ...window, limit: PAGE_SIZE, cursor });
  const { openingCents, closingCents, ...first } = await ask('');
  const entries = [...first.entries];
  let cursor = first.nextCursor;
  for (let page = 1; cursor !== ''; page += 1) {
    if (page === PAGES_MAX) {
      throw usageError(
        `There are more than ${entries.length} entries. Ask for less with --from and --to.`,
      );
    }
    const found = await ask(cursor);
    entries.push(...found.entries);
    cursor = found.nextCursor;
  }
  return { entries, openingCents, closingCents };
}

/** Whole cents as an amount in reais. */
export function brl(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
