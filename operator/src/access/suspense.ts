import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

const PAGE_SIZE = 200;
const PAGES_MAX = 1_000;

/** Suspended payments, oldest first. */
export async function listSuspense(
  context: WithEnv,
  withResolved: boolean,
): Promise<readonly SuspenseItem[]> {
  using ledger = await connect(context, 'ledger');
  const items: SuspenseItem[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await ledger.listSuspense({ limit: PAGE_SIZE, cursor, withResolved });
    items.push(...found.items);
    cursor = found.nextCursor;
    if (cursor === '') break;
  }
  return items;
}

/** A suspended payment in one line. */
export function suspenseLine(item: SuspenseItem): string {
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
