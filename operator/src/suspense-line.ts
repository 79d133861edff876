import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';

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
