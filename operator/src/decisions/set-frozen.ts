import { connect } from '../access/services.ts';
import type { Decision } from './decision.ts';

type Request = { readonly accountId: string; readonly frozen: boolean; readonly reason: string };

export const setFrozen: Decision<Request> = {
  async words(context, { accountId, frozen }) {
    using auth = await connect(context, 'auth');
    const { account } = await auth.getAccount({ accountId });
    const whose = `account ${accountId} (${account?.name}, ${account?.email})`;
    const now = account?.frozenAt ? `It is frozen since ${account.frozenAt}.` : 'It is not frozen.';
    return frozen
      ? [
          `Freezes ${whose}: its keys and every change in its dashboard are refused; money that arrives is still credited.`,
          now,
        ]
      : [`Ends the freeze of ${whose}: its keys and its dashboard work again.`, now];
  },
  async carryOut(context, { accountId, frozen, reason }, approvalId) {
    using auth = await connect(context, 'auth');
    const { changed } = await auth.setFrozen({ accountId, frozen, reason, approvalId });
    const state = frozen ? 'frozen' : 'not frozen';
    const text = `Account ${accountId} is ${state}${changed ? '' : ', as it was before'}.`;
    return { text, json: { accountId, frozen, changed } };
  },
};
