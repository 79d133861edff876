import type { LedgerServiceDefinition as Ledger } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { payerIn } from './charges-client.ts';
import { inPartTime, type ListFields, optionalTimeline, type RequestOf } from './request.ts';

export function ledgerClient(rpc: RpcClient<Ledger>) {
  return {
    async getHolderHours(query: RequestOf<Ledger, 'getHolderHours'>) {
      const { asOf, sums } = await inPartTime(() => rpc.getHolderHours(query));
      return { asOf, sums: present(sums, 'sums') };
    },
    /** Now, or right before a time in the past. */
    async getBalance(accountId: string, at: string | undefined) {
      const balance = await rpc.getBalance(given({ accountId, at }));
      return {
        available: balance.availableCents,
        held: balance.heldCents,
        suspense: balance.suspenseCents,
        owed: balance.owedCents,
      };
    },
    async listEntries(input: RequestOf<Ledger, 'listEntries', ListFields>) {
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
    /** Payments of the account that completed no charge, oldest first, decided ones too. */
    async listSuspended(input: Omit<RequestOf<Ledger, 'listSuspense', 'cursor'>, 'withResolved'>) {
      const { items, nextCursor } = await rpc.listSuspense(given({ ...input, withResolved: true }));
      return { payments: items.map(toSuspendedPayment), nextCursor: orNull(nextCursor) };
    },
    getLedgerTimeline: (input: RequestOf<Ledger, 'getLedgerTimeline'>) =>
      optionalTimeline(() => rpc.getLedgerTimeline(input)),
    listReceiptKeys: () => rpc.listReceiptKeys({}),
    /** A receipt of a credit, which can be verified offline. */
    async getReceipt(input: RequestOf<Ledger, 'getReceipt'>): Promise<Record<string, unknown>> {
      return JSON.parse((await rpc.getReceipt(input)).receipt);
    },
  };
}

function toSuspendedPayment(item: SuspenseItem) {
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
