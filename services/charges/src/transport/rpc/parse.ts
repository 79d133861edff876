import type { NotifyPaymentsRequest } from '@entrada/contracts/gen/charges/v1/NotifyPaymentsRequest';
import type { ReturnPaymentRequest } from '@entrada/contracts/gen/charges/v1/ReturnPaymentRequest';
import { matchingField, timeCursorOf, uuidField } from '@entrada/platform/grpc/fields';
import { parseCents } from '../../domain/terms.ts';

/** The txids of our charges; a callback that names others is not about them. */
const TXID = /^[0-9a-zA-Z]{26,35}$/;
export const EXCEPTION_ID = /^[0-9a-zA-Z-]{1,64}$/;
const END_TO_END_ID = /^[0-9a-zA-Z]{1,64}$/;
/** Far more than a bank reports at once. */
const NOTIFIED_MAX = 2_000;
const CHARGE_ID = /[0-9a-f]{24}/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export const chargesCursor = timeCursorOf('charges', CHARGE_ID);
export const refundsCursor = timeCursorOf('refunds', UUID);
export const auditCursor = timeCursorOf('audit', CHARGE_ID);

export const parseEndToEndId = (text: string) => matchingField('endToEndId', text, END_TO_END_ID);

export function parseReturn(request: ReturnPaymentRequest) {
  return {
    returnId: uuidField('returnId', request.returnId),
    endToEndId: parseEndToEndId(request.endToEndId),
    valueCents: parseCents(request.valueCents),
  };
}

/** The payments of a callback; ids that cannot be ours are left out. */
export function parseNotified({ payments }: NotifyPaymentsRequest) {
  return payments
    .map(({ txid, endToEndId, isReturned }) => ({
      txid: TXID.test(txid) ? txid : '',
      endToEndId: END_TO_END_ID.test(endToEndId) ? endToEndId : '',
      isReturned,
    }))
    .filter(({ txid, endToEndId }) => txid !== '' || endToEndId !== '')
    .slice(0, NOTIFIED_MAX);
}
