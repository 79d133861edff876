import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { ChangeFeed } from '@entrada/platform/db/change-feed';
import type { RpcHandlers } from '@entrada/platform/grpc/types';

/** Hints for those who show charges. */
export function changesRpc({
  watch,
}: Pick<ChangeFeed, 'watch'>): Pick<RpcHandlers<ChargesServiceDefinition>, 'watchChanges'> {
  return {
    async *watchChanges(_request, signal) {
      for await (const { changes, missed } of watch(signal)) {
        yield { changes: changes.map(changeOf), missed };
      }
    },
  };
}

/** As `chargeHint` of the store writes it. */
function changeOf(hint: string) {
  const [accountId = '', paymentLinkId = '', status = '', received] = hint.split(' ');
  return { accountId, paymentLinkId, status, receivedCents: Number(received) };
}
