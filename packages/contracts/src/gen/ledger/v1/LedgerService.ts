// Original file: proto/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuditBooksRequestInput as _ledger_v1_AuditBooksRequestInput, AuditBooksRequest as _ledger_v1_AuditBooksRequest } from '../../ledger/v1/AuditBooksRequest.ts';
import type { AuditBooksResponseInput as _ledger_v1_AuditBooksResponseInput, AuditBooksResponse as _ledger_v1_AuditBooksResponse } from '../../ledger/v1/AuditBooksResponse.ts';
import type { CountUnreadRequestInput as _ledger_v1_CountUnreadRequestInput, CountUnreadRequest as _ledger_v1_CountUnreadRequest } from '../../ledger/v1/CountUnreadRequest.ts';
import type { CountUnreadResponseInput as _ledger_v1_CountUnreadResponseInput, CountUnreadResponse as _ledger_v1_CountUnreadResponse } from '../../ledger/v1/CountUnreadResponse.ts';
import type { GetBalanceRequestInput as _ledger_v1_GetBalanceRequestInput, GetBalanceRequest as _ledger_v1_GetBalanceRequest } from '../../ledger/v1/GetBalanceRequest.ts';
import type { GetBalanceResponseInput as _ledger_v1_GetBalanceResponseInput, GetBalanceResponse as _ledger_v1_GetBalanceResponse } from '../../ledger/v1/GetBalanceResponse.ts';
import type { GetHolderHoursRequestInput as _ledger_v1_GetHolderHoursRequestInput, GetHolderHoursRequest as _ledger_v1_GetHolderHoursRequest } from '../../ledger/v1/GetHolderHoursRequest.ts';
import type { GetHolderHoursResponseInput as _ledger_v1_GetHolderHoursResponseInput, GetHolderHoursResponse as _ledger_v1_GetHolderHoursResponse } from '../../ledger/v1/GetHolderHoursResponse.ts';
import type { GetLedgerTimelineRequestInput as _ledger_v1_GetLedgerTimelineRequestInput, GetLedgerTimelineRequest as _ledger_v1_GetLedgerTimelineRequest } from '../../ledger/v1/GetLedgerTimelineRequest.ts';
import type { GetLedgerTimelineResponseInput as _ledger_v1_GetLedgerTimelineResponseInput, GetLedgerTimelineResponse as _ledger_v1_GetLedgerTimelineResponse } from '../../ledger/v1/GetLedgerTimelineResponse.ts';
import type { GetPaymentBookingRequestInput as _ledger_v1_GetPaymentBookingRequestInput, GetPaymentBookingRequest as _ledger_v1_GetPaymentBookingRequest } from '../../ledger/v1/GetPaymentBookingRequest.ts';
import type { GetPaymentBookingResponseInput as _ledger_v1_GetPaymentBookingResponseInput, GetPaymentBookingResponse as _ledger_v1_GetPaymentBookingResponse } from '../../ledger/v1/GetPaymentBookingResponse.ts';
import type { GetReceiptRequestInput as _ledger_v1_GetReceiptRequestInput, GetReceiptRequest as _ledger_v1_GetReceiptRequest } from '../../ledger/v1/GetReceiptRequest.ts';
import type { GetReceiptResponseInput as _ledger_v1_GetReceiptResponseInput, GetReceiptResponse as _ledger_v1_GetReceiptResponse } from '../../ledger/v1/GetReceiptResponse.ts';
import type { HoldRefundRequestInput as _ledger_v1_HoldRefundRequestInput, HoldRefundRequest as _ledger_v1_HoldRefundRequest } from '../../ledger/v1/HoldRefundRequest.ts';
import type { HoldRefundResponseInput as _ledger_v1_HoldRefundResponseInput, HoldRefundResponse as _ledger_v1_HoldRefundResponse } from '../../ledger/v1/HoldRefundResponse.ts';
import type { ListAccountsRequestInput as _ledger_v1_ListAccountsRequestInput, ListAccountsRequest as _ledger_v1_ListAccountsRequest } from '../../ledger/v1/ListAccountsRequest.ts';
import type { ListAccountsResponseInput as _ledger_v1_ListAccountsResponseInput, ListAccountsResponse as _ledger_v1_ListAccountsResponse } from '../../ledger/v1/ListAccountsResponse.ts';
import type { ListEntriesRequestInput as _ledger_v1_ListEntriesRequestInput, ListEntriesRequest as _ledger_v1_ListEntriesRequest } from '../../ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponseInput as _ledger_v1_ListEntriesResponseInput, ListEntriesResponse as _ledger_v1_ListEntriesResponse } from '../../ledger/v1/ListEntriesResponse.ts';
import type { ListReceiptKeysRequestInput as _ledger_v1_ListReceiptKeysRequestInput, ListReceiptKeysRequest as _ledger_v1_ListReceiptKeysRequest } from '../../ledger/v1/ListReceiptKeysRequest.ts';
import type { ListReceiptKeysResponseInput as _ledger_v1_ListReceiptKeysResponseInput, ListReceiptKeysResponse as _ledger_v1_ListReceiptKeysResponse } from '../../ledger/v1/ListReceiptKeysResponse.ts';
import type { ListRefundMovementsRequestInput as _ledger_v1_ListRefundMovementsRequestInput, ListRefundMovementsRequest as _ledger_v1_ListRefundMovementsRequest } from '../../ledger/v1/ListRefundMovementsRequest.ts';
import type { ListRefundMovementsResponseInput as _ledger_v1_ListRefundMovementsResponseInput, ListRefundMovementsResponse as _ledger_v1_ListRefundMovementsResponse } from '../../ledger/v1/ListRefundMovementsResponse.ts';
import type { ListSuspenseRequestInput as _ledger_v1_ListSuspenseRequestInput, ListSuspenseRequest as _ledger_v1_ListSuspenseRequest } from '../../ledger/v1/ListSuspenseRequest.ts';
import type { ListSuspenseResponseInput as _ledger_v1_ListSuspenseResponseInput, ListSuspenseResponse as _ledger_v1_ListSuspenseResponse } from '../../ledger/v1/ListSuspenseResponse.ts';
import type { RepublishEventsRequestInput as _ledger_v1_RepublishEventsRequestInput, RepublishEventsRequest as _ledger_v1_RepublishEventsRequest } from '../../ledger/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _ledger_v1_RepublishEventsResponseInput, RepublishEventsResponse as _ledger_v1_RepublishEventsResponse } from '../../ledger/v1/RepublishEventsResponse.ts';
import type { ResolveSuspenseRequestInput as _ledger_v1_ResolveSuspenseRequestInput, ResolveSuspenseRequest as _ledger_v1_ResolveSuspenseRequest } from '../../ledger/v1/ResolveSuspenseRequest.ts';
import type { ResolveSuspenseResponseInput as _ledger_v1_ResolveSuspenseResponseInput, ResolveSuspenseResponse as _ledger_v1_ResolveSuspenseResponse } from '../../ledger/v1/ResolveSuspenseResponse.ts';
import type { VerifyBooksRequestInput as _ledger_v1_VerifyBooksRequestInput, VerifyBooksRequest as _ledger_v1_VerifyBooksRequest } from '../../ledger/v1/VerifyBooksRequest.ts';
import type { VerifyBooksResponseInput as _ledger_v1_VerifyBooksResponseInput, VerifyBooksResponse as _ledger_v1_VerifyBooksResponse } from '../../ledger/v1/VerifyBooksResponse.ts';
import type { WatchChangesRequestInput as _ledger_v1_WatchChangesRequestInput, WatchChangesRequest as _ledger_v1_WatchChangesRequest } from '../../ledger/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _ledger_v1_WatchChangesResponseInput, WatchChangesResponse as _ledger_v1_WatchChangesResponse } from '../../ledger/v1/WatchChangesResponse.ts';

export interface LedgerServiceClient extends grpc.Client {
  AuditBooks(argument: _ledger_v1_AuditBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  AuditBooks(argument: _ledger_v1_AuditBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  AuditBooks(argument: _ledger_v1_AuditBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  AuditBooks(argument: _ledger_v1_AuditBooksRequestInput, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  auditBooks(argument: _ledger_v1_AuditBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  auditBooks(argument: _ledger_v1_AuditBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  auditBooks(argument: _ledger_v1_AuditBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  auditBooks(argument: _ledger_v1_AuditBooksRequestInput, callback: grpc.requestCallback<_ledger_v1_AuditBooksResponse>): grpc.ClientUnaryCall;
  
  CountUnread(argument: _ledger_v1_CountUnreadRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  CountUnread(argument: _ledger_v1_CountUnreadRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  CountUnread(argument: _ledger_v1_CountUnreadRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  CountUnread(argument: _ledger_v1_CountUnreadRequestInput, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  countUnread(argument: _ledger_v1_CountUnreadRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  countUnread(argument: _ledger_v1_CountUnreadRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  countUnread(argument: _ledger_v1_CountUnreadRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  countUnread(argument: _ledger_v1_CountUnreadRequestInput, callback: grpc.requestCallback<_ledger_v1_CountUnreadResponse>): grpc.ClientUnaryCall;
  
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  
  GetHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  GetHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  GetHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  GetHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  getHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  getHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  getHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  getHolderHours(argument: _ledger_v1_GetHolderHoursRequestInput, callback: grpc.requestCallback<_ledger_v1_GetHolderHoursResponse>): grpc.ClientUnaryCall;
  
  GetLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  GetLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  GetLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  GetLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  getLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  getLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  getLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  getLedgerTimeline(argument: _ledger_v1_GetLedgerTimelineRequestInput, callback: grpc.requestCallback<_ledger_v1_GetLedgerTimelineResponse>): grpc.ClientUnaryCall;
  
  GetPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  GetPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  GetPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  GetPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  getPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  getPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  getPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  getPaymentBooking(argument: _ledger_v1_GetPaymentBookingRequestInput, callback: grpc.requestCallback<_ledger_v1_GetPaymentBookingResponse>): grpc.ClientUnaryCall;
  
  GetReceipt(argument: _ledger_v1_GetReceiptRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  GetReceipt(argument: _ledger_v1_GetReceiptRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  GetReceipt(argument: _ledger_v1_GetReceiptRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  GetReceipt(argument: _ledger_v1_GetReceiptRequestInput, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  getReceipt(argument: _ledger_v1_GetReceiptRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  getReceipt(argument: _ledger_v1_GetReceiptRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  getReceipt(argument: _ledger_v1_GetReceiptRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  getReceipt(argument: _ledger_v1_GetReceiptRequestInput, callback: grpc.requestCallback<_ledger_v1_GetReceiptResponse>): grpc.ClientUnaryCall;
  
  HoldRefund(argument: _ledger_v1_HoldRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  HoldRefund(argument: _ledger_v1_HoldRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  HoldRefund(argument: _ledger_v1_HoldRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  HoldRefund(argument: _ledger_v1_HoldRefundRequestInput, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  holdRefund(argument: _ledger_v1_HoldRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  holdRefund(argument: _ledger_v1_HoldRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  holdRefund(argument: _ledger_v1_HoldRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  holdRefund(argument: _ledger_v1_HoldRefundRequestInput, callback: grpc.requestCallback<_ledger_v1_HoldRefundResponse>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _ledger_v1_ListAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _ledger_v1_ListAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _ledger_v1_ListAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _ledger_v1_ListAccountsRequestInput, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _ledger_v1_ListAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _ledger_v1_ListAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _ledger_v1_ListAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _ledger_v1_ListAccountsRequestInput, callback: grpc.requestCallback<_ledger_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  
  ListEntries(argument: _ledger_v1_ListEntriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  ListEntries(argument: _ledger_v1_ListEntriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  ListEntries(argument: _ledger_v1_ListEntriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  ListEntries(argument: _ledger_v1_ListEntriesRequestInput, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  listEntries(argument: _ledger_v1_ListEntriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  listEntries(argument: _ledger_v1_ListEntriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  listEntries(argument: _ledger_v1_ListEntriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  listEntries(argument: _ledger_v1_ListEntriesRequestInput, callback: grpc.requestCallback<_ledger_v1_ListEntriesResponse>): grpc.ClientUnaryCall;
  
  ListReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  ListReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  ListReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  ListReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  listReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  listReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  listReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  listReceiptKeys(argument: _ledger_v1_ListReceiptKeysRequestInput, callback: grpc.requestCallback<_ledger_v1_ListReceiptKeysResponse>): grpc.ClientUnaryCall;
  
  ListRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  ListRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  ListRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  ListRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  listRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  listRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  listRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  listRefundMovements(argument: _ledger_v1_ListRefundMovementsRequestInput, callback: grpc.requestCallback<_ledger_v1_ListRefundMovementsResponse>): grpc.ClientUnaryCall;
  
  ListSuspense(argument: _ledger_v1_ListSuspenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  ListSuspense(argument: _ledger_v1_ListSuspenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  ListSuspense(argument: _ledger_v1_ListSuspenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  ListSuspense(argument: _ledger_v1_ListSuspenseRequestInput, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  listSuspense(argument: _ledger_v1_ListSuspenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  listSuspense(argument: _ledger_v1_ListSuspenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  listSuspense(argument: _ledger_v1_ListSuspenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  listSuspense(argument: _ledger_v1_ListSuspenseRequestInput, callback: grpc.requestCallback<_ledger_v1_ListSuspenseResponse>): grpc.ClientUnaryCall;
  
  RepublishEvents(argument: _ledger_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _ledger_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _ledger_v1_RepublishEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _ledger_v1_RepublishEventsRequestInput, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _ledger_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _ledger_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _ledger_v1_RepublishEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _ledger_v1_RepublishEventsRequestInput, callback: grpc.requestCallback<_ledger_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  
  ResolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  ResolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  ResolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  ResolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  resolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  resolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  resolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  resolveSuspense(argument: _ledger_v1_ResolveSuspenseRequestInput, callback: grpc.requestCallback<_ledger_v1_ResolveSuspenseResponse>): grpc.ClientUnaryCall;
  
  VerifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  VerifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  VerifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  VerifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  verifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  verifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  verifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  verifyBooks(argument: _ledger_v1_VerifyBooksRequestInput, callback: grpc.requestCallback<_ledger_v1_VerifyBooksResponse>): grpc.ClientUnaryCall;
  
  WatchChanges(argument: _ledger_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_ledger_v1_WatchChangesResponse>;
  WatchChanges(argument: _ledger_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_ledger_v1_WatchChangesResponse>;
  watchChanges(argument: _ledger_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_ledger_v1_WatchChangesResponse>;
  watchChanges(argument: _ledger_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_ledger_v1_WatchChangesResponse>;
  
}

export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  AuditBooks: grpc.handleUnaryCall<_ledger_v1_AuditBooksRequest, _ledger_v1_AuditBooksResponseInput>;
  
  CountUnread: grpc.handleUnaryCall<_ledger_v1_CountUnreadRequest, _ledger_v1_CountUnreadResponseInput>;
  
  GetBalance: grpc.handleUnaryCall<_ledger_v1_GetBalanceRequest, _ledger_v1_GetBalanceResponseInput>;
  
  GetHolderHours: grpc.handleUnaryCall<_ledger_v1_GetHolderHoursRequest, _ledger_v1_GetHolderHoursResponseInput>;
  
  GetLedgerTimeline: grpc.handleUnaryCall<_ledger_v1_GetLedgerTimelineRequest, _ledger_v1_GetLedgerTimelineResponseInput>;
  
  GetPaymentBooking: grpc.handleUnaryCall<_ledger_v1_GetPaymentBookingRequest, _ledger_v1_GetPaymentBookingResponseInput>;
  
  GetReceipt: grpc.handleUnaryCall<_ledger_v1_GetReceiptRequest, _ledger_v1_GetReceiptResponseInput>;
  
  HoldRefund: grpc.handleUnaryCall<_ledger_v1_HoldRefundRequest, _ledger_v1_HoldRefundResponseInput>;
  
  ListAccounts: grpc.handleUnaryCall<_ledger_v1_ListAccountsRequest, _ledger_v1_ListAccountsResponseInput>;
  
  ListEntries: grpc.handleUnaryCall<_ledger_v1_ListEntriesRequest, _ledger_v1_ListEntriesResponseInput>;
  
  ListReceiptKeys: grpc.handleUnaryCall<_ledger_v1_ListReceiptKeysRequest, _ledger_v1_ListReceiptKeysResponseInput>;
  
  ListRefundMovements: grpc.handleUnaryCall<_ledger_v1_ListRefundMovementsRequest, _ledger_v1_ListRefundMovementsResponseInput>;
  
  ListSuspense: grpc.handleUnaryCall<_ledger_v1_ListSuspenseRequest, _ledger_v1_ListSuspenseResponseInput>;
  
  RepublishEvents: grpc.handleUnaryCall<_ledger_v1_RepublishEventsRequest, _ledger_v1_RepublishEventsResponseInput>;
  
  ResolveSuspense: grpc.handleUnaryCall<_ledger_v1_ResolveSuspenseRequest, _ledger_v1_ResolveSuspenseResponseInput>;
  
  VerifyBooks: grpc.handleUnaryCall<_ledger_v1_VerifyBooksRequest, _ledger_v1_VerifyBooksResponseInput>;
  
  WatchChanges: grpc.handleServerStreamingCall<_ledger_v1_WatchChangesRequest, _ledger_v1_WatchChangesResponseInput>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  AuditBooks: MethodDefinition<_ledger_v1_AuditBooksRequestInput, _ledger_v1_AuditBooksResponseInput, _ledger_v1_AuditBooksRequest, _ledger_v1_AuditBooksResponse>
  CountUnread: MethodDefinition<_ledger_v1_CountUnreadRequestInput, _ledger_v1_CountUnreadResponseInput, _ledger_v1_CountUnreadRequest, _ledger_v1_CountUnreadResponse>
  GetBalance: MethodDefinition<_ledger_v1_GetBalanceRequestInput, _ledger_v1_GetBalanceResponseInput, _ledger_v1_GetBalanceRequest, _ledger_v1_GetBalanceResponse>
  GetHolderHours: MethodDefinition<_ledger_v1_GetHolderHoursRequestInput, _ledger_v1_GetHolderHoursResponseInput, _ledger_v1_GetHolderHoursRequest, _ledger_v1_GetHolderHoursResponse>
  GetLedgerTimeline: MethodDefinition<_ledger_v1_GetLedgerTimelineRequestInput, _ledger_v1_GetLedgerTimelineResponseInput, _ledger_v1_GetLedgerTimelineRequest, _ledger_v1_GetLedgerTimelineResponse>
  GetPaymentBooking: MethodDefinition<_ledger_v1_GetPaymentBookingRequestInput, _ledger_v1_GetPaymentBookingResponseInput, _ledger_v1_GetPaymentBookingRequest, _ledger_v1_GetPaymentBookingResponse>
  GetReceipt: MethodDefinition<_ledger_v1_GetReceiptRequestInput, _ledger_v1_GetReceiptResponseInput, _ledger_v1_GetReceiptRequest, _ledger_v1_GetReceiptResponse>
  HoldRefund: MethodDefinition<_ledger_v1_HoldRefundRequestInput, _ledger_v1_HoldRefundResponseInput, _ledger_v1_HoldRefundRequest, _ledger_v1_HoldRefundResponse>
  ListAccounts: MethodDefinition<_ledger_v1_ListAccountsRequestInput, _ledger_v1_ListAccountsResponseInput, _ledger_v1_ListAccountsRequest, _ledger_v1_ListAccountsResponse>
  ListEntries: MethodDefinition<_ledger_v1_ListEntriesRequestInput, _ledger_v1_ListEntriesResponseInput, _ledger_v1_ListEntriesRequest, _ledger_v1_ListEntriesResponse>
  ListReceiptKeys: MethodDefinition<_ledger_v1_ListReceiptKeysRequestInput, _ledger_v1_ListReceiptKeysResponseInput, _ledger_v1_ListReceiptKeysRequest, _ledger_v1_ListReceiptKeysResponse>
  ListRefundMovements: MethodDefinition<_ledger_v1_ListRefundMovementsRequestInput, _ledger_v1_ListRefundMovementsResponseInput, _ledger_v1_ListRefundMovementsRequest, _ledger_v1_ListRefundMovementsResponse>
  ListSuspense: MethodDefinition<_ledger_v1_ListSuspenseRequestInput, _ledger_v1_ListSuspenseResponseInput, _ledger_v1_ListSuspenseRequest, _ledger_v1_ListSuspenseResponse>
  RepublishEvents: MethodDefinition<_ledger_v1_RepublishEventsRequestInput, _ledger_v1_RepublishEventsResponseInput, _ledger_v1_RepublishEventsRequest, _ledger_v1_RepublishEventsResponse>
  ResolveSuspense: MethodDefinition<_ledger_v1_ResolveSuspenseRequestInput, _ledger_v1_ResolveSuspenseResponseInput, _ledger_v1_ResolveSuspenseRequest, _ledger_v1_ResolveSuspenseResponse>
  VerifyBooks: MethodDefinition<_ledger_v1_VerifyBooksRequestInput, _ledger_v1_VerifyBooksResponseInput, _ledger_v1_VerifyBooksRequest, _ledger_v1_VerifyBooksResponse>
  WatchChanges: MethodDefinition<_ledger_v1_WatchChangesRequestInput, _ledger_v1_WatchChangesResponseInput, _ledger_v1_WatchChangesRequest, _ledger_v1_WatchChangesResponse>
}
