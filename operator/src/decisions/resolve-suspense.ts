import { CommandError } from '@entrada/command-line/command-error';
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { isUnavailable } from '@entrada/platform/errors/app-error';
import { connect, requireLedger } from '../access/services.ts';
import { listSuspense, suspenseLine } from '../access/suspense.ts';
import type { Context, Decision } from '../command.ts';
import { brl } from '../commands/books.ts';

type Request = {
  readonly exceptionId: string;
  readonly decision: 'CREDIT' | 'REFUND';
  readonly accountId?: string;
  readonly amountCents?: number;
  readonly reason: string;
};

/** The ledger asks others, and the bank, about a decision. */
export const DECISION_MAX_MS = 30_000;

export const resolveSuspense: Decision<Request> = {
  async words(context, { exceptionId, decision, accountId, amountCents }) {
    const item = await find(context, exceptionId);
    const amount = amountCents === undefined ? 'What is left' : `R$ ${brl(amountCents)}`;
    const to =
      decision === 'CREDIT'
        ? `is credited to account ${accountId || item?.accountId || '(none is named)'}`
        : 'is returned to the payer at the bank';
    return [
      `${amount} of the suspended payment ${exceptionId} ${to}. It is final.`,
      item ? `Now: ${suspenseLine(item)}` : 'It is not among the undecided payments any more.',
      ...(item?.payerName ? [`Payer: ${item.payerName}, ${item.payerDocument}`] : []),
    ];
  },
  async carryOut(context, request, approvalId) {
    await requireLedger(context);
    using ledger = await connect(context, 'ledger', DECISION_MAX_MS);
    const asked = { ...request, approvalId };
    const { item } = await ledger.resolveSuspense(asked).catch(sayingUnknown);
    return { text: item ? suspenseLine(item) : 'Decided.', json: item ?? {} };
  },
  /** With the amount, so that what is approved is what the other person saw. */
  async toAsk(context, request) {
    const item = await find(context, request.exceptionId);
    return item ? { ...request, amountCents: item.amountCents - item.returnedCents } : request;
  },
};

async function find(context: Context, exceptionId: string): Promise<SuspenseItem | undefined> {
  const items = await listSuspense(context, false);
  return items.find((item) => item.exceptionId === exceptionId);
}

/** A call without a reply may have arrived. */
function sayingUnknown(error: unknown): never {
  if (!(error instanceof CommandError) || !isUnavailable(error.cause)) throw error;
  const next =
    'It may have taken effect: look with operator suspense list --all; repeating is safe.';
  throw new CommandError(`${error.message} ${next}`, { cause: error.cause });
}
