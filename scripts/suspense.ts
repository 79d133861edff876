/** npm run suspense -- list | credit <exception> | refund <exception>: decides about stray payments. */
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { readArguments } from './operator/arguments.ts';
import { leave, openLedger, operatorName } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage:
  npm run suspense -- list [--all]
  npm run suspense -- credit <exception id> [--account <id>] --reason <why>
  npm run suspense -- refund <exception id> --reason <why>   (the bank returns it to its payer)`;
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
const [command, exceptionId] = positionals;
using ledger = await openLedger();

try {
  if (command === 'list') await list();
  else if ((command === 'credit' || command === 'refund') && exceptionId && values.reason) {
    const { item } = await ledger.resolveSuspense({
      exceptionId,
      decision: command.toUpperCase(),
      accountId: values.account,
      operator: operatorName(),
      reason: values.reason,
    });
    if (item) show(item);
  } else leave(USAGE);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function list(): Promise<void> {
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await ledger.listSuspense({ limit: PAGE_SIZE, cursor, withResolved: values.all });
    if (page === 0 && found.items.length === 0) console.log('Nothing is in suspense.');
    for (const item of found.items) show(item);
    cursor = found.nextCursor;
    if (cursor === '') return;
  }
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
