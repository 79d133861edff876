import { createHash } from 'node:crypto';
import type { PixPage } from '@entrada/pix/client/listed-page';
import type { PixPayment } from '@entrada/pix/client/payment';
import type { Refund } from '@entrada/pix/client/refund';
import type { ReportedReturn } from '../domain/bank-return.ts';
import { type Malformed, printable } from '../domain/unclear.ts';
import type { PaymentPage, ReportedPayment } from '../ports.ts';
import { STATUS } from './bank-refund.ts';

/** What can be looked up at the bank. */
const END_TO_END_ID = /^[a-zA-Z0-9]{1,63}$/;

/** Amounts of zero, and entries that cannot be read, are set aside; the rest counts. */
export function toPage({ payments, malformed, unread }: PixPage): PaymentPage {
  const worthless = payments.filter(({ valueCents }) => valueCents <= 0);
  return {
    payments: payments.filter(({ valueCents }) => valueCents > 0).map(toPayment),
    malformed: [
      ...malformed.map(({ endToEndId, entry, problem }) => unreadable(endToEndId, entry, problem)),
      ...worthless.map(({ endToEndId }) =>
        unreadable(endToEndId, endToEndId, 'its amount is zero'),
      ),
    ],
    ...(unread && {
      unread: { from: unread.from, to: unread.to, problem: printable(unread.reason) },
    }),
  };
}

export function toPayment(pix: PixPayment): ReportedPayment {
  const { endToEndId, txid = null, valueCents, paidAt, payer = null, refunds } = pix;
  const unreadReturns = pix.refundProblems;
  const returns = refunds.filter((refund) => refund.valueCents > 0).map(toReturn);
  return { endToEndId, txid, paidCents: valueCents, paidAt, payer, returns, unreadReturns };
}

function toReturn(refund: Refund): ReportedReturn {
  return {
    bankId: refund.refundId,
    valueCents: refund.valueCents,
    status: STATUS[refund.status],
    natureza: refund.natureza ?? '',
    requestedAt: refund.requestedAt ?? null,
    settledAt: refund.settledAt ?? null,
  };
}

function unreadable(endToEndId = '', entry: string, problem: string): Malformed {
  const isNamed = END_TO_END_ID.test(endToEndId);
  const id = isNamed ? endToEndId : createHash('sha256').update(entry).digest('hex');
  return { id, endToEndId: isNamed ? endToEndId : null, problem: printable(problem) };
}
