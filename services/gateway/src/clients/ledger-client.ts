import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { given, orNull } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { LedgerPorts } from '../ports.ts';
import { optionalTimeline } from './timeline.ts';

export function ledgerClient(rpc: RpcClient<LedgerServiceDefinition>): LedgerPorts {
  return {
    async getBalance(accountId, at) {
      const { availableCents, suspenseCents } = await rpc.getBalance(given({ accountId, at }));
      return { available: availableCents, suspense: suspenseCents };
    },
    async listEntries(input) {
      const { entries, nextCursor } = await rpc.listEntries(given(input));
      const items = entries.map((entry) => ({
        id: entry.id,
        at: entry.at,
        kind: entry.kind,
        amount: entry.amountCents,
        balance: entry.balanceCents,
        paymentLinkId: orNull(entry.paymentLinkId),
        description: entry.description,
      }));
      return { items, nextCursor: orNull(nextCursor) };
    },
    getLedgerTimeline: (input) => optionalTimeline(() => rpc.getLedgerTimeline(input)),
    async getReceipt(input) {
      return JSON.parse((await rpc.getReceipt(input)).receipt);
    },
  };
}
