// Original file: proto/charges/v1/charges.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CancelChargeRequestInput as _charges_v1_CancelChargeRequestInput, CancelChargeRequest as _charges_v1_CancelChargeRequest } from '../../charges/v1/CancelChargeRequest.ts';
import type { CancelChargeResponseInput as _charges_v1_CancelChargeResponseInput, CancelChargeResponse as _charges_v1_CancelChargeResponse } from '../../charges/v1/CancelChargeResponse.ts';
import type { CreateChargeRequestInput as _charges_v1_CreateChargeRequestInput, CreateChargeRequest as _charges_v1_CreateChargeRequest } from '../../charges/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _charges_v1_CreateChargeResponseInput, CreateChargeResponse as _charges_v1_CreateChargeResponse } from '../../charges/v1/CreateChargeResponse.ts';
import type { DismissUnclearRequestInput as _charges_v1_DismissUnclearRequestInput, DismissUnclearRequest as _charges_v1_DismissUnclearRequest } from '../../charges/v1/DismissUnclearRequest.ts';
import type { DismissUnclearResponseInput as _charges_v1_DismissUnclearResponseInput, DismissUnclearResponse as _charges_v1_DismissUnclearResponse } from '../../charges/v1/DismissUnclearResponse.ts';
import type { GetChargeHoursRequestInput as _charges_v1_GetChargeHoursRequestInput, GetChargeHoursRequest as _charges_v1_GetChargeHoursRequest } from '../../charges/v1/GetChargeHoursRequest.ts';
import type { GetChargeHoursResponseInput as _charges_v1_GetChargeHoursResponseInput, GetChargeHoursResponse as _charges_v1_GetChargeHoursResponse } from '../../charges/v1/GetChargeHoursResponse.ts';
import type { GetChargeRequestInput as _charges_v1_GetChargeRequestInput, GetChargeRequest as _charges_v1_GetChargeRequest } from '../../charges/v1/GetChargeRequest.ts';
import type { GetChargeResponseInput as _charges_v1_GetChargeResponseInput, GetChargeResponse as _charges_v1_GetChargeResponse } from '../../charges/v1/GetChargeResponse.ts';
import type { GetChargeTimelineRequestInput as _charges_v1_GetChargeTimelineRequestInput, GetChargeTimelineRequest as _charges_v1_GetChargeTimelineRequest } from '../../charges/v1/GetChargeTimelineRequest.ts';
import type { GetChargeTimelineResponseInput as _charges_v1_GetChargeTimelineResponseInput, GetChargeTimelineResponse as _charges_v1_GetChargeTimelineResponse } from '../../charges/v1/GetChargeTimelineResponse.ts';
import type { GetLinkStatusesRequestInput as _charges_v1_GetLinkStatusesRequestInput, GetLinkStatusesRequest as _charges_v1_GetLinkStatusesRequest } from '../../charges/v1/GetLinkStatusesRequest.ts';
import type { GetLinkStatusesResponseInput as _charges_v1_GetLinkStatusesResponseInput, GetLinkStatusesResponse as _charges_v1_GetLinkStatusesResponse } from '../../charges/v1/GetLinkStatusesResponse.ts';
import type { GetPaymentLinkRequestInput as _charges_v1_GetPaymentLinkRequestInput, GetPaymentLinkRequest as _charges_v1_GetPaymentLinkRequest } from '../../charges/v1/GetPaymentLinkRequest.ts';
import type { GetPaymentLinkResponseInput as _charges_v1_GetPaymentLinkResponseInput, GetPaymentLinkResponse as _charges_v1_GetPaymentLinkResponse } from '../../charges/v1/GetPaymentLinkResponse.ts';
import type { GetRefundRequestInput as _charges_v1_GetRefundRequestInput, GetRefundRequest as _charges_v1_GetRefundRequest } from '../../charges/v1/GetRefundRequest.ts';
import type { GetRefundResponseInput as _charges_v1_GetRefundResponseInput, GetRefundResponse as _charges_v1_GetRefundResponse } from '../../charges/v1/GetRefundResponse.ts';
import type { GetReturnRequestInput as _charges_v1_GetReturnRequestInput, GetReturnRequest as _charges_v1_GetReturnRequest } from '../../charges/v1/GetReturnRequest.ts';
import type { GetReturnResponseInput as _charges_v1_GetReturnResponseInput, GetReturnResponse as _charges_v1_GetReturnResponse } from '../../charges/v1/GetReturnResponse.ts';
import type { GetTermsRequestInput as _charges_v1_GetTermsRequestInput, GetTermsRequest as _charges_v1_GetTermsRequest } from '../../charges/v1/GetTermsRequest.ts';
import type { GetTermsResponseInput as _charges_v1_GetTermsResponseInput, GetTermsResponse as _charges_v1_GetTermsResponse } from '../../charges/v1/GetTermsResponse.ts';
import type { ListAccountsRequestInput as _charges_v1_ListAccountsRequestInput, ListAccountsRequest as _charges_v1_ListAccountsRequest } from '../../charges/v1/ListAccountsRequest.ts';
import type { ListAccountsResponseInput as _charges_v1_ListAccountsResponseInput, ListAccountsResponse as _charges_v1_ListAccountsResponse } from '../../charges/v1/ListAccountsResponse.ts';
import type { ListChargesForAuditRequestInput as _charges_v1_ListChargesForAuditRequestInput, ListChargesForAuditRequest as _charges_v1_ListChargesForAuditRequest } from '../../charges/v1/ListChargesForAuditRequest.ts';
import type { ListChargesForAuditResponseInput as _charges_v1_ListChargesForAuditResponseInput, ListChargesForAuditResponse as _charges_v1_ListChargesForAuditResponse } from '../../charges/v1/ListChargesForAuditResponse.ts';
import type { ListChargesRequestInput as _charges_v1_ListChargesRequestInput, ListChargesRequest as _charges_v1_ListChargesRequest } from '../../charges/v1/ListChargesRequest.ts';
import type { ListChargesResponseInput as _charges_v1_ListChargesResponseInput, ListChargesResponse as _charges_v1_ListChargesResponse } from '../../charges/v1/ListChargesResponse.ts';
import type { ListRefundsRequestInput as _charges_v1_ListRefundsRequestInput, ListRefundsRequest as _charges_v1_ListRefundsRequest } from '../../charges/v1/ListRefundsRequest.ts';
import type { ListRefundsResponseInput as _charges_v1_ListRefundsResponseInput, ListRefundsResponse as _charges_v1_ListRefundsResponse } from '../../charges/v1/ListRefundsResponse.ts';
import type { ListTermsRequestInput as _charges_v1_ListTermsRequestInput, ListTermsRequest as _charges_v1_ListTermsRequest } from '../../charges/v1/ListTermsRequest.ts';
import type { ListTermsResponseInput as _charges_v1_ListTermsResponseInput, ListTermsResponse as _charges_v1_ListTermsResponse } from '../../charges/v1/ListTermsResponse.ts';
import type { ListUnclearPaymentsRequestInput as _charges_v1_ListUnclearPaymentsRequestInput, ListUnclearPaymentsRequest as _charges_v1_ListUnclearPaymentsRequest } from '../../charges/v1/ListUnclearPaymentsRequest.ts';
import type { ListUnclearPaymentsResponseInput as _charges_v1_ListUnclearPaymentsResponseInput, ListUnclearPaymentsResponse as _charges_v1_ListUnclearPaymentsResponse } from '../../charges/v1/ListUnclearPaymentsResponse.ts';
import type { NotifyPaymentsRequestInput as _charges_v1_NotifyPaymentsRequestInput, NotifyPaymentsRequest as _charges_v1_NotifyPaymentsRequest } from '../../charges/v1/NotifyPaymentsRequest.ts';
import type { NotifyPaymentsResponseInput as _charges_v1_NotifyPaymentsResponseInput, NotifyPaymentsResponse as _charges_v1_NotifyPaymentsResponse } from '../../charges/v1/NotifyPaymentsResponse.ts';
import type { RecheckPaymentsRequestInput as _charges_v1_RecheckPaymentsRequestInput, RecheckPaymentsRequest as _charges_v1_RecheckPaymentsRequest } from '../../charges/v1/RecheckPaymentsRequest.ts';
import type { RecheckPaymentsResponseInput as _charges_v1_RecheckPaymentsResponseInput, RecheckPaymentsResponse as _charges_v1_RecheckPaymentsResponse } from '../../charges/v1/RecheckPaymentsResponse.ts';
import type { RecoverRefundsRequestInput as _charges_v1_RecoverRefundsRequestInput, RecoverRefundsRequest as _charges_v1_RecoverRefundsRequest } from '../../charges/v1/RecoverRefundsRequest.ts';
import type { RecoverRefundsResponseInput as _charges_v1_RecoverRefundsResponseInput, RecoverRefundsResponse as _charges_v1_RecoverRefundsResponse } from '../../charges/v1/RecoverRefundsResponse.ts';
import type { RefundChargeRequestInput as _charges_v1_RefundChargeRequestInput, RefundChargeRequest as _charges_v1_RefundChargeRequest } from '../../charges/v1/RefundChargeRequest.ts';
import type { RefundChargeResponseInput as _charges_v1_RefundChargeResponseInput, RefundChargeResponse as _charges_v1_RefundChargeResponse } from '../../charges/v1/RefundChargeResponse.ts';
import type { RepublishEventsRequestInput as _charges_v1_RepublishEventsRequestInput, RepublishEventsRequest as _charges_v1_RepublishEventsRequest } from '../../charges/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _charges_v1_RepublishEventsResponseInput, RepublishEventsResponse as _charges_v1_RepublishEventsResponse } from '../../charges/v1/RepublishEventsResponse.ts';
import type { ReturnPaymentRequestInput as _charges_v1_ReturnPaymentRequestInput, ReturnPaymentRequest as _charges_v1_ReturnPaymentRequest } from '../../charges/v1/ReturnPaymentRequest.ts';
import type { ReturnPaymentResponseInput as _charges_v1_ReturnPaymentResponseInput, ReturnPaymentResponse as _charges_v1_ReturnPaymentResponse } from '../../charges/v1/ReturnPaymentResponse.ts';
import type { SetTermsRequestInput as _charges_v1_SetTermsRequestInput, SetTermsRequest as _charges_v1_SetTermsRequest } from '../../charges/v1/SetTermsRequest.ts';
import type { SetTermsResponseInput as _charges_v1_SetTermsResponseInput, SetTermsResponse as _charges_v1_SetTermsResponse } from '../../charges/v1/SetTermsResponse.ts';
import type { WatchChangesRequestInput as _charges_v1_WatchChangesRequestInput, WatchChangesRequest as _charges_v1_WatchChangesRequest } from '../../charges/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _charges_v1_WatchChangesResponseInput, WatchChangesResponse as _charges_v1_WatchChangesResponse } from '../../charges/v1/WatchChangesResponse.ts';

export interface ChargesServiceClient extends grpc.Client {
  CancelCharge(argument: _charges_v1_CancelChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  CancelCharge(argument: _charges_v1_CancelChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  CancelCharge(argument: _charges_v1_CancelChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  CancelCharge(argument: _charges_v1_CancelChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  cancelCharge(argument: _charges_v1_CancelChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  cancelCharge(argument: _charges_v1_CancelChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  cancelCharge(argument: _charges_v1_CancelChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  cancelCharge(argument: _charges_v1_CancelChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CancelChargeResponse>): grpc.ClientUnaryCall;
  
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  
  DismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  DismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  DismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  DismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  dismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  dismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  dismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  dismissUnclear(argument: _charges_v1_DismissUnclearRequestInput, callback: grpc.requestCallback<_charges_v1_DismissUnclearResponse>): grpc.ClientUnaryCall;
  
  GetCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  
  GetChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  GetChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  GetChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  GetChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  getChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  getChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  getChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  getChargeHours(argument: _charges_v1_GetChargeHoursRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeHoursResponse>): grpc.ClientUnaryCall;
  
  GetChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  GetChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  GetChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  GetChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  getChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  getChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  getChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  getChargeTimeline(argument: _charges_v1_GetChargeTimelineRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeTimelineResponse>): grpc.ClientUnaryCall;
  
  GetLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  GetLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  GetLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  GetLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  getLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  getLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  getLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  getLinkStatuses(argument: _charges_v1_GetLinkStatusesRequestInput, callback: grpc.requestCallback<_charges_v1_GetLinkStatusesResponse>): grpc.ClientUnaryCall;
  
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  
  GetRefund(argument: _charges_v1_GetRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  GetRefund(argument: _charges_v1_GetRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  GetRefund(argument: _charges_v1_GetRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  GetRefund(argument: _charges_v1_GetRefundRequestInput, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  getRefund(argument: _charges_v1_GetRefundRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  getRefund(argument: _charges_v1_GetRefundRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  getRefund(argument: _charges_v1_GetRefundRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  getRefund(argument: _charges_v1_GetRefundRequestInput, callback: grpc.requestCallback<_charges_v1_GetRefundResponse>): grpc.ClientUnaryCall;
  
  GetReturn(argument: _charges_v1_GetReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  GetReturn(argument: _charges_v1_GetReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  GetReturn(argument: _charges_v1_GetReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  GetReturn(argument: _charges_v1_GetReturnRequestInput, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  getReturn(argument: _charges_v1_GetReturnRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  getReturn(argument: _charges_v1_GetReturnRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  getReturn(argument: _charges_v1_GetReturnRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  getReturn(argument: _charges_v1_GetReturnRequestInput, callback: grpc.requestCallback<_charges_v1_GetReturnResponse>): grpc.ClientUnaryCall;
  
  GetTerms(argument: _charges_v1_GetTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  GetTerms(argument: _charges_v1_GetTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  GetTerms(argument: _charges_v1_GetTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  GetTerms(argument: _charges_v1_GetTermsRequestInput, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  getTerms(argument: _charges_v1_GetTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  getTerms(argument: _charges_v1_GetTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  getTerms(argument: _charges_v1_GetTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  getTerms(argument: _charges_v1_GetTermsRequestInput, callback: grpc.requestCallback<_charges_v1_GetTermsResponse>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _charges_v1_ListAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _charges_v1_ListAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _charges_v1_ListAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  ListAccounts(argument: _charges_v1_ListAccountsRequestInput, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _charges_v1_ListAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _charges_v1_ListAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _charges_v1_ListAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  listAccounts(argument: _charges_v1_ListAccountsRequestInput, callback: grpc.requestCallback<_charges_v1_ListAccountsResponse>): grpc.ClientUnaryCall;
  
  ListCharges(argument: _charges_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _charges_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _charges_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  ListCharges(argument: _charges_v1_ListChargesRequestInput, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _charges_v1_ListChargesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _charges_v1_ListChargesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _charges_v1_ListChargesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  listCharges(argument: _charges_v1_ListChargesRequestInput, callback: grpc.requestCallback<_charges_v1_ListChargesResponse>): grpc.ClientUnaryCall;
  
  ListChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  ListChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  ListChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  ListChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  listChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  listChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  listChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  listChargesForAudit(argument: _charges_v1_ListChargesForAuditRequestInput, callback: grpc.requestCallback<_charges_v1_ListChargesForAuditResponse>): grpc.ClientUnaryCall;
  
  ListRefunds(argument: _charges_v1_ListRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _charges_v1_ListRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _charges_v1_ListRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  ListRefunds(argument: _charges_v1_ListRefundsRequestInput, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _charges_v1_ListRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _charges_v1_ListRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _charges_v1_ListRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  listRefunds(argument: _charges_v1_ListRefundsRequestInput, callback: grpc.requestCallback<_charges_v1_ListRefundsResponse>): grpc.ClientUnaryCall;
  
  ListTerms(argument: _charges_v1_ListTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  ListTerms(argument: _charges_v1_ListTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  ListTerms(argument: _charges_v1_ListTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  ListTerms(argument: _charges_v1_ListTermsRequestInput, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  listTerms(argument: _charges_v1_ListTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  listTerms(argument: _charges_v1_ListTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  listTerms(argument: _charges_v1_ListTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  listTerms(argument: _charges_v1_ListTermsRequestInput, callback: grpc.requestCallback<_charges_v1_ListTermsResponse>): grpc.ClientUnaryCall;
  
  ListUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  ListUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  ListUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  ListUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  listUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  listUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  listUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  listUnclearPayments(argument: _charges_v1_ListUnclearPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_ListUnclearPaymentsResponse>): grpc.ClientUnaryCall;
  
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  
  RecheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  RecheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  RecheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  RecheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  recheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  recheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  recheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  recheckPayments(argument: _charges_v1_RecheckPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_RecheckPaymentsResponse>): grpc.ClientUnaryCall;
  
  RecoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  RecoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  RecoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  RecoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  recoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  recoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  recoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  recoverRefunds(argument: _charges_v1_RecoverRefundsRequestInput, callback: grpc.requestCallback<_charges_v1_RecoverRefundsResponse>): grpc.ClientUnaryCall;
  
  RefundCharge(argument: _charges_v1_RefundChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  RefundCharge(argument: _charges_v1_RefundChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  RefundCharge(argument: _charges_v1_RefundChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  RefundCharge(argument: _charges_v1_RefundChargeRequestInput, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  refundCharge(argument: _charges_v1_RefundChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  refundCharge(argument: _charges_v1_RefundChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  refundCharge(argument: _charges_v1_RefundChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  refundCharge(argument: _charges_v1_RefundChargeRequestInput, callback: grpc.requestCallback<_charges_v1_RefundChargeResponse>): grpc.ClientUnaryCall;
  
  RepublishEvents(argument: _charges_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _charges_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _charges_v1_RepublishEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  RepublishEvents(argument: _charges_v1_RepublishEventsRequestInput, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _charges_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _charges_v1_RepublishEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _charges_v1_RepublishEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  republishEvents(argument: _charges_v1_RepublishEventsRequestInput, callback: grpc.requestCallback<_charges_v1_RepublishEventsResponse>): grpc.ClientUnaryCall;
  
  ReturnPayment(argument: _charges_v1_ReturnPaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  ReturnPayment(argument: _charges_v1_ReturnPaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  ReturnPayment(argument: _charges_v1_ReturnPaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  ReturnPayment(argument: _charges_v1_ReturnPaymentRequestInput, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  returnPayment(argument: _charges_v1_ReturnPaymentRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  returnPayment(argument: _charges_v1_ReturnPaymentRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  returnPayment(argument: _charges_v1_ReturnPaymentRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  returnPayment(argument: _charges_v1_ReturnPaymentRequestInput, callback: grpc.requestCallback<_charges_v1_ReturnPaymentResponse>): grpc.ClientUnaryCall;
  
  SetTerms(argument: _charges_v1_SetTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  SetTerms(argument: _charges_v1_SetTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  SetTerms(argument: _charges_v1_SetTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  SetTerms(argument: _charges_v1_SetTermsRequestInput, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  setTerms(argument: _charges_v1_SetTermsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  setTerms(argument: _charges_v1_SetTermsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  setTerms(argument: _charges_v1_SetTermsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  setTerms(argument: _charges_v1_SetTermsRequestInput, callback: grpc.requestCallback<_charges_v1_SetTermsResponse>): grpc.ClientUnaryCall;
  
  WatchChanges(argument: _charges_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_charges_v1_WatchChangesResponse>;
  WatchChanges(argument: _charges_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_charges_v1_WatchChangesResponse>;
  watchChanges(argument: _charges_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_charges_v1_WatchChangesResponse>;
  watchChanges(argument: _charges_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_charges_v1_WatchChangesResponse>;
  
}

export interface ChargesServiceHandlers extends grpc.UntypedServiceImplementation {
  CancelCharge: grpc.handleUnaryCall<_charges_v1_CancelChargeRequest, _charges_v1_CancelChargeResponseInput>;
  
  CreateCharge: grpc.handleUnaryCall<_charges_v1_CreateChargeRequest, _charges_v1_CreateChargeResponseInput>;
  
  DismissUnclear: grpc.handleUnaryCall<_charges_v1_DismissUnclearRequest, _charges_v1_DismissUnclearResponseInput>;
  
  GetCharge: grpc.handleUnaryCall<_charges_v1_GetChargeRequest, _charges_v1_GetChargeResponseInput>;
  
  GetChargeHours: grpc.handleUnaryCall<_charges_v1_GetChargeHoursRequest, _charges_v1_GetChargeHoursResponseInput>;
  
  GetChargeTimeline: grpc.handleUnaryCall<_charges_v1_GetChargeTimelineRequest, _charges_v1_GetChargeTimelineResponseInput>;
  
  GetLinkStatuses: grpc.handleUnaryCall<_charges_v1_GetLinkStatusesRequest, _charges_v1_GetLinkStatusesResponseInput>;
  
  GetPaymentLink: grpc.handleUnaryCall<_charges_v1_GetPaymentLinkRequest, _charges_v1_GetPaymentLinkResponseInput>;
  
  GetRefund: grpc.handleUnaryCall<_charges_v1_GetRefundRequest, _charges_v1_GetRefundResponseInput>;
  
  GetReturn: grpc.handleUnaryCall<_charges_v1_GetReturnRequest, _charges_v1_GetReturnResponseInput>;
  
  GetTerms: grpc.handleUnaryCall<_charges_v1_GetTermsRequest, _charges_v1_GetTermsResponseInput>;
  
  ListAccounts: grpc.handleUnaryCall<_charges_v1_ListAccountsRequest, _charges_v1_ListAccountsResponseInput>;
  
  ListCharges: grpc.handleUnaryCall<_charges_v1_ListChargesRequest, _charges_v1_ListChargesResponseInput>;
  
  ListChargesForAudit: grpc.handleUnaryCall<_charges_v1_ListChargesForAuditRequest, _charges_v1_ListChargesForAuditResponseInput>;
  
  ListRefunds: grpc.handleUnaryCall<_charges_v1_ListRefundsRequest, _charges_v1_ListRefundsResponseInput>;
  
  ListTerms: grpc.handleUnaryCall<_charges_v1_ListTermsRequest, _charges_v1_ListTermsResponseInput>;
  
  ListUnclearPayments: grpc.handleUnaryCall<_charges_v1_ListUnclearPaymentsRequest, _charges_v1_ListUnclearPaymentsResponseInput>;
  
  NotifyPayments: grpc.handleUnaryCall<_charges_v1_NotifyPaymentsRequest, _charges_v1_NotifyPaymentsResponseInput>;
  
  RecheckPayments: grpc.handleUnaryCall<_charges_v1_RecheckPaymentsRequest, _charges_v1_RecheckPaymentsResponseInput>;
  
  RecoverRefunds: grpc.handleUnaryCall<_charges_v1_RecoverRefundsRequest, _charges_v1_RecoverRefundsResponseInput>;
  
  RefundCharge: grpc.handleUnaryCall<_charges_v1_RefundChargeRequest, _charges_v1_RefundChargeResponseInput>;
  
  RepublishEvents: grpc.handleUnaryCall<_charges_v1_RepublishEventsRequest, _charges_v1_RepublishEventsResponseInput>;
  
  ReturnPayment: grpc.handleUnaryCall<_charges_v1_ReturnPaymentRequest, _charges_v1_ReturnPaymentResponseInput>;
  
  SetTerms: grpc.handleUnaryCall<_charges_v1_SetTermsRequest, _charges_v1_SetTermsResponseInput>;
  
  WatchChanges: grpc.handleServerStreamingCall<_charges_v1_WatchChangesRequest, _charges_v1_WatchChangesResponseInput>;
  
}

export interface ChargesServiceDefinition extends grpc.ServiceDefinition {
  CancelCharge: MethodDefinition<_charges_v1_CancelChargeRequestInput, _charges_v1_CancelChargeResponseInput, _charges_v1_CancelChargeRequest, _charges_v1_CancelChargeResponse>
  CreateCharge: MethodDefinition<_charges_v1_CreateChargeRequestInput, _charges_v1_CreateChargeResponseInput, _charges_v1_CreateChargeRequest, _charges_v1_CreateChargeResponse>
  DismissUnclear: MethodDefinition<_charges_v1_DismissUnclearRequestInput, _charges_v1_DismissUnclearResponseInput, _charges_v1_DismissUnclearRequest, _charges_v1_DismissUnclearResponse>
  GetCharge: MethodDefinition<_charges_v1_GetChargeRequestInput, _charges_v1_GetChargeResponseInput, _charges_v1_GetChargeRequest, _charges_v1_GetChargeResponse>
  GetChargeHours: MethodDefinition<_charges_v1_GetChargeHoursRequestInput, _charges_v1_GetChargeHoursResponseInput, _charges_v1_GetChargeHoursRequest, _charges_v1_GetChargeHoursResponse>
  GetChargeTimeline: MethodDefinition<_charges_v1_GetChargeTimelineRequestInput, _charges_v1_GetChargeTimelineResponseInput, _charges_v1_GetChargeTimelineRequest, _charges_v1_GetChargeTimelineResponse>
  GetLinkStatuses: MethodDefinition<_charges_v1_GetLinkStatusesRequestInput, _charges_v1_GetLinkStatusesResponseInput, _charges_v1_GetLinkStatusesRequest, _charges_v1_GetLinkStatusesResponse>
  GetPaymentLink: MethodDefinition<_charges_v1_GetPaymentLinkRequestInput, _charges_v1_GetPaymentLinkResponseInput, _charges_v1_GetPaymentLinkRequest, _charges_v1_GetPaymentLinkResponse>
  GetRefund: MethodDefinition<_charges_v1_GetRefundRequestInput, _charges_v1_GetRefundResponseInput, _charges_v1_GetRefundRequest, _charges_v1_GetRefundResponse>
  GetReturn: MethodDefinition<_charges_v1_GetReturnRequestInput, _charges_v1_GetReturnResponseInput, _charges_v1_GetReturnRequest, _charges_v1_GetReturnResponse>
  GetTerms: MethodDefinition<_charges_v1_GetTermsRequestInput, _charges_v1_GetTermsResponseInput, _charges_v1_GetTermsRequest, _charges_v1_GetTermsResponse>
  ListAccounts: MethodDefinition<_charges_v1_ListAccountsRequestInput, _charges_v1_ListAccountsResponseInput, _charges_v1_ListAccountsRequest, _charges_v1_ListAccountsResponse>
  ListCharges: MethodDefinition<_charges_v1_ListChargesRequestInput, _charges_v1_ListChargesResponseInput, _charges_v1_ListChargesRequest, _charges_v1_ListChargesResponse>
  ListChargesForAudit: MethodDefinition<_charges_v1_ListChargesForAuditRequestInput, _charges_v1_ListChargesForAuditResponseInput, _charges_v1_ListChargesForAuditRequest, _charges_v1_ListChargesForAuditResponse>
  ListRefunds: MethodDefinition<_charges_v1_ListRefundsRequestInput, _charges_v1_ListRefundsResponseInput, _charges_v1_ListRefundsRequest, _charges_v1_ListRefundsResponse>
  ListTerms: MethodDefinition<_charges_v1_ListTermsRequestInput, _charges_v1_ListTermsResponseInput, _charges_v1_ListTermsRequest, _charges_v1_ListTermsResponse>
  ListUnclearPayments: MethodDefinition<_charges_v1_ListUnclearPaymentsRequestInput, _charges_v1_ListUnclearPaymentsResponseInput, _charges_v1_ListUnclearPaymentsRequest, _charges_v1_ListUnclearPaymentsResponse>
  NotifyPayments: MethodDefinition<_charges_v1_NotifyPaymentsRequestInput, _charges_v1_NotifyPaymentsResponseInput, _charges_v1_NotifyPaymentsRequest, _charges_v1_NotifyPaymentsResponse>
  RecheckPayments: MethodDefinition<_charges_v1_RecheckPaymentsRequestInput, _charges_v1_RecheckPaymentsResponseInput, _charges_v1_RecheckPaymentsRequest, _charges_v1_RecheckPaymentsResponse>
  RecoverRefunds: MethodDefinition<_charges_v1_RecoverRefundsRequestInput, _charges_v1_RecoverRefundsResponseInput, _charges_v1_RecoverRefundsRequest, _charges_v1_RecoverRefundsResponse>
  RefundCharge: MethodDefinition<_charges_v1_RefundChargeRequestInput, _charges_v1_RefundChargeResponseInput, _charges_v1_RefundChargeRequest, _charges_v1_RefundChargeResponse>
  RepublishEvents: MethodDefinition<_charges_v1_RepublishEventsRequestInput, _charges_v1_RepublishEventsResponseInput, _charges_v1_RepublishEventsRequest, _charges_v1_RepublishEventsResponse>
  ReturnPayment: MethodDefinition<_charges_v1_ReturnPaymentRequestInput, _charges_v1_ReturnPaymentResponseInput, _charges_v1_ReturnPaymentRequest, _charges_v1_ReturnPaymentResponse>
  SetTerms: MethodDefinition<_charges_v1_SetTermsRequestInput, _charges_v1_SetTermsResponseInput, _charges_v1_SetTermsRequest, _charges_v1_SetTermsResponse>
  WatchChanges: MethodDefinition<_charges_v1_WatchChangesRequestInput, _charges_v1_WatchChangesResponseInput, _charges_v1_WatchChangesRequest, _charges_v1_WatchChangesResponse>
}
