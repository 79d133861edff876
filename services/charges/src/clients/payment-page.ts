import { createHash } from 'node:crypto';
import type { PixPage } from '@entrada/pix/client/list-pix';
import type { PixPayment } from '@entrada/pix/client/payment';
import type { Parked, PaymentPage, ReportedPayment } from '../ports.ts';

const PROBLEM_LENGTH_MAX = 500;

/** Money that is none, and entries that cannot be read, are set aside; the rest counts. */
export function toPage({ payments, malformed }: PixPage): PaymentPage {
  const worthless = payments.filter(({ valueCents }) => valueCents <= 0);
  return {
    payments: payments.filter(({ valueCents }) => valueCents > 0).map(toPayment),
    malformed: [
      ...malformed.map(({ endToEndId, problem }) => parked(endToEndId, problem)),
      ...worthless.map(({ endToEndId }) => parked(endToEndId, 'an amount of nothing')),
    ],
  };
}

export function toPayment({ endToEndId, txid, valueCents, paidAt }: PixPayment): ReportedPayment {
  return { endToEndId, txid: txid ?? null, paidCents: valueCents, paidAt };
}

function parked(endToEndId: string | undefined, problem: string): Parked {
  const id = endToEndId ?? createHash('sha256').update(problem).digest('hex');
  return { id: printable(id), problem: printable(problem).slice(0, PROBLEM_LENGTH_MAX) };
}

/** Postgres takes no NUL. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
