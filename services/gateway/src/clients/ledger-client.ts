import type { GetHolderHoursRequest } from '@entrada/contracts/gen/ledger/v1/GetHolderHoursRequest';
import type { GetLedgerTimelineRequest } from '@entrada/contracts/gen/ledger/v1/GetLedgerTimelineRequest';
import type { GetReceiptRequest } from '@entrada/contracts/gen/ledger/v1/GetReceiptRequest';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { ListEntriesRequest } from '@entrada/contracts/gen/ledger/v1/ListEntriesRequest';
import type { ListSuspenseRequest } from '@entrada/contracts/gen/ledger/v1/ListSuspenseRequest';
import type { SuspenseItem } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { payerIn } from './charges-client.ts';
import { inPartTime, type ListFields, optionalTimeline, type RequestOf } from './request.ts';

export function ledgerClient(rpc: RpcClient<LedgerServiceDefinition>) {
  return {
    async getHolderHours(query: GetHolderHoursRequest) {
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
    async listEntries(input: RequestOf<ListEntriesRequest, ListFields>) {
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
    async listSuspended(input: RequestOf<Omit<ListSuspenseRequest, 'withResolved'>, 'cursor'>) {
      const { items, nextCursor } = await rpc.listSuspense(given({ ...input, withResolved: true }));
      return { items: items.map(toSuspendedPayment), nextCursor: orNull(nextCursor) };
    },
    getLedgerTimeline: (input: GetLedgerTimelineRequest) =>
      optionalTimeline(() => rpc.getLedgerTimeline(input)),
    async listReceiptKeys() {
      return (await rpc.listReceiptKeys({})).keys;
    },
    /** A receipt of a credit, which can be verified offline. */
    async getReceipt(input: GetReceiptRequest): Promise<Record<string, unknown>> {
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
