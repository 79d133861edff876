import type { GetReturnRequest } from '@entrada/contracts/gen/charges/v1/GetReturnRequest';
import { timeCursorOf } from '@entrada/platform/grpc/cursor';
import { matchingField } from '@entrada/platform/grpc/fields';
import { parseCents } from '../../domain/money.ts';

/** The txids of our charges; a callback that names others is not about them. */
const TXID = /^[0-9a-zA-Z]{26,35}$/;
const REFUND_ID = /^[0-9a-zA-Z-]{1,40}$/;
const END_TO_END_ID = /^[0-9a-zA-Z]{1,64}$/;
/** Far more than a bank reports at once. */
const REPORTED_MAX = 1_000;
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

type Reported = { readonly txids: readonly string[]; readonly endToEndIds: readonly string[] };

export function parseReported({ txids, endToEndIds }: Reported): Reported {
  return {
    txids: txids.filter((txid) => TXID.test(txid)).slice(0, REPORTED_MAX),
    endToEndIds: endToEndIds.filter((id) => END_TO_END_ID.test(id)).slice(0, REPORTED_MAX),
  };
}
