import type { CreatedDeposit, Deposit } from '@entrada/client/deposits';
import { money } from './money.ts';
import { fields } from './table.ts';

type ShownDeposit = CreatedDeposit & Partial<Deposit>;

/** One deposit, for a person; fields that a newer API adds are in --json. */
export function depositText(deposit: ShownDeposit): string[] {
  const { refundedValue = 0, paidValue = null, creditedValue = null } = deposit;
  return fields({
    paymentLinkId: deposit.paymentLinkId,
    status: deposit.paidLate ? `${deposit.status} (paid late)` : deposit.status,
    value: money(deposit.value),
    fee: money(deposit.fee),
    paid: paidValue === null ? null : money(paidValue),
    credited: creditedValue === null ? null : money(creditedValue),
    refunded: refundedValue > 0 ? money(refundedValue) : null,
    externalId: deposit.externalId,
    description: deposit.description,
    createdAt: deposit.createdAt,
    expiresAt: deposit.status === 'PENDING' ? deposit.expiresAt : null,
    paidAt: deposit.paidAt,
    endToEndId: deposit.endToEndId,
    page: deposit.paymentLinkUrl,
    code: deposit.status === 'PENDING' ? deposit.emv : null,
  });
}
