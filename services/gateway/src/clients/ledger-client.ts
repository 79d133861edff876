import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { given, orNull } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { SuspendedPayment } from '../domain/suspended-payment.ts';
import type { CountedHours } from '../ports/hours.ts';
import type { LedgerPorts } from '../ports.ts';
import { payerIn } from './charge-message.ts';
import { inPartTime } from './part-deadline.ts';
import { optionalTimeline } from './timeline.ts';

function toSuspendedPayment(item: SuspenseItem): SuspendedPayment {
  return {
    id: item.exceptionId,
    kind: item.kind,
    value: item.amountCents,
    returnedValue: item.returnedCents,
    chargeId: orNull(item.chargeId),
    endToEndId: item.endToEndId,
    suspendedAt: item.suspendedAt,
    status: orNull(item.resolution) ?? 'OPEN',
    failure: orNull(item.failure),
    payer: payerIn(item),
  };
}

export function ledgerClient(
  rpc: RpcClient<LedgerServiceDefinition>,
): LedgerPorts & Pick<CountedHours, 'getHolderHours'> {
  return {
    getHolderHours: (query) => inPartTime(() => rpc.getHolderHours(query)),
    async getBalance(accountId, at) {
      const balance = await rpc.getBalance(given({ accountId, at }));
      return {
        available: balance.availableCents,
        held: balance.heldCents,
        suspense: balance.suspenseCents,
        owed: balance.owedCents,
      };
    },
    async listEntries(input) {
      const { entries, nextCursor, ...bounds } = await rpc.listEntries(given(input));
      const items = entries.map((entry) => ({
        id: entry.id,
        at: entry.at,
        kind: entry.kind,
        amount: entry.amountCents,
        balance: entry.balanceCents,
        paymentLinkId: orNull(entry.paymentLinkId),
        description: entry.description,
        value: entry._valueCents ? (entry.valueCents ?? null) : null,
        fee: entry._feeCents ? (entry.feeCents ?? null) : null,
        externalId: orNull(entry.externalId),
      }));
      return {
        items,
        nextCursor: orNull(nextCursor),
        openingBalance: bounds.openingBalanceCents,
        closingBalance: bounds.closingBalanceCents,
      };
    },
    async listSuspended(input) {
      const asked = { ...input, withResolved: true };
      const { items, nextCursor } = await rpc.listSuspense(given(asked));
      return { items: items.map(toSuspendedPayment), nextCursor: orNull(nextCursor) };
    },
    getLedgerTimeline: (input) => optionalTimeline(() => rpc.getLedgerTimeline(input)),
    async listReceiptKeys() {
      return (await rpc.listReceiptKeys({})).keys;
    },
    async getReceipt(input) {
      return JSON.parse((await rpc.getReceipt(input)).receipt);
    },
  };
}
