import { CommandError } from '@entrada/command-line/command-error';
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { isUnavailable } from '@entrada/platform/errors/unavailable';
import type { Command } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, examples, type Outcome, reasonOption } from '../command.ts';
import { repeatDecisions } from './repeat-decisions.ts';

const ABOUT = `Payments in suspense, or the part of them that completed no charge: credit them to an account, or return them to
the payer at the bank.`;
const NEXT = `What next: operator suspense credit <exception id> [--account <id>] --reason <why>,
  or operator suspense refund <exception id> --reason <why>. The exception id is in the second column.`;
/** The ledger asks others, and the bank, about a decision. */
const DECISION_MAX_MS = 30_000;
const PAGE_SIZE = 200;
const PAGES_MAX = 1_000;

export function suspense(program: Command, act: Act): void {
  const group = program
    .command('suspense')
    .summary('resolve payments in suspense')
    .description(ABOUT)
    .addHelpText(
      'after',
      examples('suspense list --all', "suspense refund <exception id> --reason 'paid twice'"),
    );
  group
    .command('list', { isDefault: true })
    .summary('show payments that wait for a decision')
    .description('Shows the suspended payments that wait for a decision, oldest first.')
    .option('--all', 'also resolved payments', false)
    .addHelpText('after', examples('suspense list', 'suspense list --all --json'))
    .action(act(list));
  group
    .command('credit')
    .summary('credit one to an account')
    .description(
      `Credits what is left of a suspended payment to its account, or to the one given: use it when you know which
account the payer meant. The decision is final.`,
    )
    .argument('<exception id>', 'from the second column of the list')
    .option('--account <id>', 'the account to credit, when the payment names none')
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("suspense credit <exception id> --account <id> --reason 'payer wrote to us'"),
    )
    .action(
      act((context, id, { account, reason }) => decide(context, id, 'CREDIT', { account, reason })),
    );
  group
    .command('refund')
    .summary('return one to its payer')
    .description(
      `Asks the bank to return a suspended payment to its payer: use it when no account should get it. The
decision is final; if the bank rejects the return, the payment waits for a decision again.`,
    )
    .argument('<exception id>', 'from the second column of the list')
    .addOption(reasonOption())
    .addHelpText('after', examples("suspense refund <exception id> --reason 'paid twice'"))
    .action(act((context, id, { reason }) => decide(context, id, 'REFUND', { reason })));
  repeatDecisions(group, act);
}

async function list(context: Context, { all }: { all: boolean }): Promise<Outcome> {
  using ledger = await connect(context, 'ledger');
  const items: SuspenseItem[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await ledger.listSuspense({ limit: PAGE_SIZE, cursor, withResolved: all });
    items.push(...found.items);
    cursor = found.nextCursor;
    if (cursor === '') break;
  }
  const isUndecided = items.some(({ resolution }) => resolution === '');
  const lines = items.length === 0 ? ['Nothing is in suspense.'] : items.map(lineOf);
  return { text: isUndecided ? [...lines, NEXT] : lines, json: items };
}

async function decide(
  context: Context,
  exceptionId: string,
  decision: 'CREDIT' | 'REFUND',
  { account: accountId = '', reason }: { account?: string; reason: string },
): Promise<Outcome> {
  await listOne(context);
  using ledger = await connect(context, 'ledger', DECISION_MAX_MS);
  const asked = { exceptionId, decision, accountId, reason };
  const { item } = await ledger.resolveSuspense(asked).catch(sayingUnknown);
  return { text: item ? lineOf(item) : 'Decided.', json: item ?? {} };
}

/** A call without a reply may have arrived. */
function sayingUnknown(error: unknown): never {
  if (!(error instanceof CommandError) || !isUnavailable(error.cause)) throw error;
  const next =
    'It may have taken effect: look with operator suspense list --all; repeating is safe.';
  throw new CommandError(`${error.message} ${next}`, { cause: error.cause });
}

/** Called first, so that an unavailable ledger is reported after seconds, not after a decision's timeout. */
async function listOne(context: Context): Promise<void> {
  using ledger = await connect(context, 'ledger');
  await ledger.listSuspense({ limit: 1 });
}

function lineOf(item: SuspenseItem): string {
  const { suspendedAt, exceptionId: id, kind, amountCents, returnedCents } = item;
  const { accountId, endToEndId } = item;
  const left = amountCents - returnedCents;
  const amount =
    returnedCents === 0
      ? `${amountCents} cents`
      : `${left} cents (${amountCents} less ${returnedCents} that the bank took back)`;
  const of = accountId === '' ? 'no account' : `account ${accountId}`;
  const refusal = item.failure === '' ? '' : `, the bank rejected the return: ${item.failure}`;
  const state = item.resolution === '' ? `undecided${refusal}` : item.resolution;
  return `${suspendedAt}  ${id}  ${kind}  ${amount}  ${of}  ${endToEndId}  ${state}`;
}
