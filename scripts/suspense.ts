/** npm run suspense [-- list | credit <exception> | refund <exception>]: decides about stray payments. */
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { openLedger, operatorName } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage:
  npm run suspense [-- list] [--all]   (what waits for a decision; --all shows what was decided, too)
  npm run suspense -- credit <exception id> [--account <id>] --reason <why>
  npm run suspense -- refund <exception id> --reason <why>   (the bank returns it to its payer)`;
const NEXT = `What next: npm run suspense -- credit <exception id> [--account <id>] --reason <why>,
  or refund <exception id> --reason <why>. The exception id is in the second column.`;
const LIST_MAX_MS = 5_000;
/** The ledger asks others, and the bank, about a decision. */
const DECISION_MAX_MS = 30_000;
const PAGE_SIZE = 200;
const PAGES_MAX = 1_000;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 2,
  options: {
    all: { type: 'boolean', default: false },
    account: { type: 'string', default: '' },
    reason: { type: 'string', default: '' },
  },
});
const [command = 'list', exceptionId = ''] = positionals;
const isDecision = command === 'credit' || command === 'refund';
if (command !== 'list' && !isDecision) leave(`Unknown command '${command}'.\n${USAGE}`);
if (isDecision && !(exceptionId && values.reason)) {
  leave(`${command} needs an exception id and --reason.\n${USAGE}`);
}
using ledger = await openLedger(isDecision ? DECISION_MAX_MS : LIST_MAX_MS);

try {
  if (!isDecision) await list();
  else {
    const { item } = await ledger.resolveSuspense({
      exceptionId,
      decision: command.toUpperCase(),
      accountId: values.account,
      operator: operatorName(),
      reason: values.reason,
    });
    if (item) show(item);
  }
} catch (error) {
  console.error(sentenceOf(error, { service: 'LEDGER_ADDRESS' }));
  process.exitCode = 1;
}

async function list(): Promise<void> {
  let cursor = '';
  let undecided = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await ledger.listSuspense({ limit: PAGE_SIZE, cursor, withResolved: values.all });
    if (page === 0 && found.items.length === 0) console.log('Nothing is in suspense.');
    for (const item of found.items) show(item);
    undecided += found.items.filter(({ resolution }) => resolution === '').length;
    cursor = found.nextCursor;
    if (cursor === '') break;
  }
  if (undecided > 0) console.log(NEXT);
}

function show(item: SuspenseItem): void {
  const { suspendedAt, exceptionId: id, kind, amountCents, accountId, endToEndId } = item;
  const of = accountId === '' ? 'no account' : `account ${accountId}`;
  const refusal = item.failure === '' ? '' : `, the bank refused to return it: ${item.failure}`;
  const state = item.resolution === '' ? `undecided${refusal}` : item.resolution;
  console.log(
    `${suspendedAt}  ${id}  ${kind}  ${amountCents} cents  ${of}  ${endToEndId}  ${state}`,
  );
}
