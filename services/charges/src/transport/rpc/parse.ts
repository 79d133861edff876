import type { GetReturnRequest } from '@entrada/contracts/gen/charges/v1/GetReturnRequest';
import type { NotifyPaymentsRequest } from '@entrada/contracts/gen/charges/v1/NotifyPaymentsRequest';
import { timeCursorOf } from '@entrada/platform/grpc/cursor';
import { matchingField } from '@entrada/platform/grpc/fields';
import { parseCents } from '../../domain/money.ts';

/** The txids of our charges; a callback that names others is not about them. */
const TXID = /^[0-9a-zA-Z]{26,35}$/;
const REFUND_ID = /^[0-9a-zA-Z-]{1,40}$/;
const END_TO_END_ID = /^[0-9a-zA-Z]{1,64}$/;
/** Far more than a bank reports at once. */
const NOTIFIED_MAX = 2_000;
const CHARGE_ID = /[0-9a-f]{24}/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export const chargesCursor = timeCursorOf('charges', CHARGE_ID);
export const refundsCursor = timeCursorOf('refunds', UUID);
export const auditCursor = timeCursorOf('audit', CHARGE_ID);

export function parseReturn({ refundId, endToEndId, valueCents }: GetReturnRequest) {
  return {
    id: matchingField('refundId', refundId, REFUND_ID),
    endToEndId: matchingField('endToEndId', endToEndId, END_TO_END_ID),
    valueCents: parseCents(valueCents),
  };
}

/** The payments of a callback; ids that cannot be ours are left out. */
export function parseNotified({ payments, txids, endToEndIds }: NotifyPaymentsRequest) {
  const named = payments.length > 0 ? payments : withoutDetails(txids, endToEndIds);
  return named
    .map(({ txid, endToEndId, isReturned }) => ({
      txid: TXID.test(txid) ? txid : '',
      endToEndId: END_TO_END_ID.test(endToEndId) ? endToEndId : '',
      isReturned,
    }))
    .filter(({ txid, endToEndId }) => txid !== '' || endToEndId !== '')
    .slice(0, NOTIFIED_MAX);
}

/** From a gateway of the version before: whether money went back is not known, so all are looked up. */
function withoutDetails(txids: readonly string[], endToEndIds: readonly string[]) {
  return [
    ...txids.map((txid) => ({ txid, endToEndId: '', isReturned: true })),
    ...endToEndIds.map((endToEndId) => ({ txid: '', endToEndId, isReturned: true })),
  ];
}
