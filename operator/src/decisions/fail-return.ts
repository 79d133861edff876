import { connect } from '../access/services.ts';
import type { Decision } from './decision.ts';

type Request = (
  | { readonly refundId: string; readonly exceptionId?: undefined }
  | { readonly exceptionId: string; readonly refundId?: undefined }
) & { readonly reason: string };

/** Charges asks the bank about the payment once more. */
const BANK_ASKED_MAX_MS = 30_000;

export const failReturn: Decision<Request> = {
  words: async (_context, { refundId, exceptionId }) => [
    refundId
      ? `Ends refund ${refundId} as failed: what is held for it is available to the account again.`
      : `Ends the return of suspended payment ${exceptionId}: it waits for a decision again.`,
    'The bank has denied the payment for hours. If it returns the money after all, that is booked as a return.',
  ],
  async carryOut(context, { refundId = '', exceptionId = '', reason }, approvalId) {
    using charges = await connect(context, 'charges', BANK_ASKED_MAX_MS);
    const asked = { refundId, exceptionId, reason, approvalId };
    const { endToEndId, valueCents } = await charges.failReturn(asked);
    const what = refundId ? `Refund ${refundId}` : `The return of suspended payment ${exceptionId}`;
    const text = `${what} has failed: ${valueCents} cents of payment ${endToEndId} stay here.`;
    return { text, json: { refundId, exceptionId, endToEndId, valueCents } };
  },
};
