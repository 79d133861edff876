import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EntryInput as _ledger_v1_EntryInput, Entry as _ledger_v1_Entry } from './ledger/v1/Entry.ts';
import type { GetBalanceRequestInput as _ledger_v1_GetBalanceRequestInput, GetBalanceRequest as _ledger_v1_GetBalanceRequest } from './ledger/v1/GetBalanceRequest.ts';
import type { GetBalanceResponseInput as _ledger_v1_GetBalanceResponseInput, GetBalanceResponse as _ledger_v1_GetBalanceResponse } from './ledger/v1/GetBalanceResponse.ts';
import type { GetLedgerTimelineRequestInput as _ledger_v1_GetLedgerTimelineRequestInput, GetLedgerTimelineRequest as _ledger_v1_GetLedgerTimelineRequest } from './ledger/v1/GetLedgerTimelineRequest.ts';
import type { GetLedgerTimelineResponseInput as _ledger_v1_GetLedgerTimelineResponseInput, GetLedgerTimelineResponse as _ledger_v1_GetLedgerTimelineResponse } from './ledger/v1/GetLedgerTimelineResponse.ts';
import type { GetReceiptRequestInput as _ledger_v1_GetReceiptRequestInput, GetReceiptRequest as _ledger_v1_GetReceiptRequest } from './ledger/v1/GetReceiptRequest.ts';
import type { GetReceiptResponseInput as _ledger_v1_GetReceiptResponseInput, GetReceiptResponse as _ledger_v1_GetReceiptResponse } from './ledger/v1/GetReceiptResponse.ts';
import type { HoldRefundRequestInput as _ledger_v1_HoldRefundRequestInput, HoldRefundRequest as _ledger_v1_HoldRefundRequest } from './ledger/v1/HoldRefundRequest.ts';
import type { HoldRefundResponseInput as _ledger_v1_HoldRefundResponseInput, HoldRefundResponse as _ledger_v1_HoldRefundResponse } from './ledger/v1/HoldRefundResponse.ts';
import type { LedgerServiceClient as _ledger_v1_LedgerServiceClient, LedgerServiceDefinition as _ledger_v1_LedgerServiceDefinition } from './ledger/v1/LedgerService.ts';
import type { LedgerTimelineEntryInput as _ledger_v1_LedgerTimelineEntryInput, LedgerTimelineEntry as _ledger_v1_LedgerTimelineEntry } from './ledger/v1/LedgerTimelineEntry.ts';
import type { ListEntriesRequestInput as _ledger_v1_ListEntriesRequestInput, ListEntriesRequest as _ledger_v1_ListEntriesRequest } from './ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponseInput as _ledger_v1_ListEntriesResponseInput, ListEntriesResponse as _ledger_v1_ListEntriesResponse } from './ledger/v1/ListEntriesResponse.ts';
import type { ListSuspenseRequestInput as _ledger_v1_ListSuspenseRequestInput, ListSuspenseRequest as _ledger_v1_ListSuspenseRequest } from './ledger/v1/ListSuspenseRequest.ts';
import type { ListSuspenseResponseInput as _ledger_v1_ListSuspenseResponseInput, ListSuspenseResponse as _ledger_v1_ListSuspenseResponse } from './ledger/v1/ListSuspenseResponse.ts';
import type { RepublishEventsRequestInput as _ledger_v1_RepublishEventsRequestInput, RepublishEventsRequest as _ledger_v1_RepublishEventsRequest } from './ledger/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _ledger_v1_RepublishEventsResponseInput, RepublishEventsResponse as _ledger_v1_RepublishEventsResponse } from './ledger/v1/RepublishEventsResponse.ts';
import type { ResolveSuspenseRequestInput as _ledger_v1_ResolveSuspenseRequestInput, ResolveSuspenseRequest as _ledger_v1_ResolveSuspenseRequest } from './ledger/v1/ResolveSuspenseRequest.ts';
import type { ResolveSuspenseResponseInput as _ledger_v1_ResolveSuspenseResponseInput, ResolveSuspenseResponse as _ledger_v1_ResolveSuspenseResponse } from './ledger/v1/ResolveSuspenseResponse.ts';
import type { SuspenseItemInput as _ledger_v1_SuspenseItemInput, SuspenseItem as _ledger_v1_SuspenseItem } from './ledger/v1/SuspenseItem.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  ledger: {
    v1: {
      Entry: MessageTypeDefinition<_ledger_v1_EntryInput, _ledger_v1_Entry>
      GetBalanceRequest: MessageTypeDefinition<_ledger_v1_GetBalanceRequestInput, _ledger_v1_GetBalanceRequest>
      GetBalanceResponse: MessageTypeDefinition<_ledger_v1_GetBalanceResponseInput, _ledger_v1_GetBalanceResponse>
      GetLedgerTimelineRequest: MessageTypeDefinition<_ledger_v1_GetLedgerTimelineRequestInput, _ledger_v1_GetLedgerTimelineRequest>
      GetLedgerTimelineResponse: MessageTypeDefinition<_ledger_v1_GetLedgerTimelineResponseInput, _ledger_v1_GetLedgerTimelineResponse>
      GetReceiptRequest: MessageTypeDefinition<_ledger_v1_GetReceiptRequestInput, _ledger_v1_GetReceiptRequest>
      GetReceiptResponse: MessageTypeDefinition<_ledger_v1_GetReceiptResponseInput, _ledger_v1_GetReceiptResponse>
      HoldRefundRequest: MessageTypeDefinition<_ledger_v1_HoldRefundRequestInput, _ledger_v1_HoldRefundRequest>
      HoldRefundResponse: MessageTypeDefinition<_ledger_v1_HoldRefundResponseInput, _ledger_v1_HoldRefundResponse>
      LedgerService: SubtypeConstructor<typeof grpc.Client, _ledger_v1_LedgerServiceClient> & { service: _ledger_v1_LedgerServiceDefinition }
      LedgerTimelineEntry: MessageTypeDefinition<_ledger_v1_LedgerTimelineEntryInput, _ledger_v1_LedgerTimelineEntry>
      ListEntriesRequest: MessageTypeDefinition<_ledger_v1_ListEntriesRequestInput, _ledger_v1_ListEntriesRequest>
      ListEntriesResponse: MessageTypeDefinition<_ledger_v1_ListEntriesResponseInput, _ledger_v1_ListEntriesResponse>
      ListSuspenseRequest: MessageTypeDefinition<_ledger_v1_ListSuspenseRequestInput, _ledger_v1_ListSuspenseRequest>
      ListSuspenseResponse: MessageTypeDefinition<_ledger_v1_ListSuspenseResponseInput, _ledger_v1_ListSuspenseResponse>
      RepublishEventsRequest: MessageTypeDefinition<_ledger_v1_RepublishEventsRequestInput, _ledger_v1_RepublishEventsRequest>
      RepublishEventsResponse: MessageTypeDefinition<_ledger_v1_RepublishEventsResponseInput, _ledger_v1_RepublishEventsResponse>
      ResolveSuspenseRequest: MessageTypeDefinition<_ledger_v1_ResolveSuspenseRequestInput, _ledger_v1_ResolveSuspenseRequest>
      ResolveSuspenseResponse: MessageTypeDefinition<_ledger_v1_ResolveSuspenseResponseInput, _ledger_v1_ResolveSuspenseResponse>
      SuspenseItem: MessageTypeDefinition<_ledger_v1_SuspenseItemInput, _ledger_v1_SuspenseItem>
    }
  }
}

