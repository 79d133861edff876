import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuditedChargeInput as _charges_v1_AuditedChargeInput, AuditedCharge as _charges_v1_AuditedCharge } from './charges/v1/AuditedCharge.ts';
import type { AuditedPaymentInput as _charges_v1_AuditedPaymentInput, AuditedPayment as _charges_v1_AuditedPayment } from './charges/v1/AuditedPayment.ts';
import type { CancelChargeRequestInput as _charges_v1_CancelChargeRequestInput, CancelChargeRequest as _charges_v1_CancelChargeRequest } from './charges/v1/CancelChargeRequest.ts';
import type { CancelChargeResponseInput as _charges_v1_CancelChargeResponseInput, CancelChargeResponse as _charges_v1_CancelChargeResponse } from './charges/v1/CancelChargeResponse.ts';
import type { ChangeInput as _charges_v1_ChangeInput, Change as _charges_v1_Change } from './charges/v1/Change.ts';
import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from './charges/v1/Charge.ts';
import type { ChargeHourInput as _charges_v1_ChargeHourInput, ChargeHour as _charges_v1_ChargeHour } from './charges/v1/ChargeHour.ts';
import type { ChargesServiceClient as _charges_v1_ChargesServiceClient, ChargesServiceDefinition as _charges_v1_ChargesServiceDefinition } from './charges/v1/ChargesService.ts';
import type { CreateChargeRequestInput as _charges_v1_CreateChargeRequestInput, CreateChargeRequest as _charges_v1_CreateChargeRequest } from './charges/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _charges_v1_CreateChargeResponseInput, CreateChargeResponse as _charges_v1_CreateChargeResponse } from './charges/v1/CreateChargeResponse.ts';
import type { DismissUnclearRequestInput as _charges_v1_DismissUnclearRequestInput, DismissUnclearRequest as _charges_v1_DismissUnclearRequest } from './charges/v1/DismissUnclearRequest.ts';
import type { DismissUnclearResponseInput as _charges_v1_DismissUnclearResponseInput, DismissUnclearResponse as _charges_v1_DismissUnclearResponse } from './charges/v1/DismissUnclearResponse.ts';
import type { FailedRecoveryInput as _charges_v1_FailedRecoveryInput, FailedRecovery as _charges_v1_FailedRecovery } from './charges/v1/FailedRecovery.ts';
import type { GetChargeHoursRequestInput as _charges_v1_GetChargeHoursRequestInput, GetChargeHoursRequest as _charges_v1_GetChargeHoursRequest } from './charges/v1/GetChargeHoursRequest.ts';
import type { GetChargeHoursResponseInput as _charges_v1_GetChargeHoursResponseInput, GetChargeHoursResponse as _charges_v1_GetChargeHoursResponse } from './charges/v1/GetChargeHoursResponse.ts';
import type { GetChargeRequestInput as _charges_v1_GetChargeRequestInput, GetChargeRequest as _charges_v1_GetChargeRequest } from './charges/v1/GetChargeRequest.ts';
import type { GetChargeResponseInput as _charges_v1_GetChargeResponseInput, GetChargeResponse as _charges_v1_GetChargeResponse } from './charges/v1/GetChargeResponse.ts';
import type { GetChargeTimelineRequestInput as _charges_v1_GetChargeTimelineRequestInput, GetChargeTimelineRequest as _charges_v1_GetChargeTimelineRequest } from './charges/v1/GetChargeTimelineRequest.ts';
import type { GetChargeTimelineResponseInput as _charges_v1_GetChargeTimelineResponseInput, GetChargeTimelineResponse as _charges_v1_GetChargeTimelineResponse } from './charges/v1/GetChargeTimelineResponse.ts';
import type { GetLinkStatusesRequestInput as _charges_v1_GetLinkStatusesRequestInput, GetLinkStatusesRequest as _charges_v1_GetLinkStatusesRequest } from './charges/v1/GetLinkStatusesRequest.ts';
import type { GetLinkStatusesResponseInput as _charges_v1_GetLinkStatusesResponseInput, GetLinkStatusesResponse as _charges_v1_GetLinkStatusesResponse } from './charges/v1/GetLinkStatusesResponse.ts';
import type { GetPaymentLinkRequestInput as _charges_v1_GetPaymentLinkRequestInput, GetPaymentLinkRequest as _charges_v1_GetPaymentLinkRequest } from './charges/v1/GetPaymentLinkRequest.ts';
import type { GetPaymentLinkResponseInput as _charges_v1_GetPaymentLinkResponseInput, GetPaymentLinkResponse as _charges_v1_GetPaymentLinkResponse } from './charges/v1/GetPaymentLinkResponse.ts';
import type { GetRefundRequestInput as _charges_v1_GetRefundRequestInput, GetRefundRequest as _charges_v1_GetRefundRequest } from './charges/v1/GetRefundRequest.ts';
import type { GetRefundResponseInput as _charges_v1_GetRefundResponseInput, GetRefundResponse as _charges_v1_GetRefundResponse } from './charges/v1/GetRefundResponse.ts';
import type { GetReturnRequestInput as _charges_v1_GetReturnRequestInput, GetReturnRequest as _charges_v1_GetReturnRequest } from './charges/v1/GetReturnRequest.ts';
import type { GetReturnResponseInput as _charges_v1_GetReturnResponseInput, GetReturnResponse as _charges_v1_GetReturnResponse } from './charges/v1/GetReturnResponse.ts';
import type { GetTermsRequestInput as _charges_v1_GetTermsRequestInput, GetTermsRequest as _charges_v1_GetTermsRequest } from './charges/v1/GetTermsRequest.ts';
import type { GetTermsResponseInput as _charges_v1_GetTermsResponseInput, GetTermsResponse as _charges_v1_GetTermsResponse } from './charges/v1/GetTermsResponse.ts';
import type { IdempotencyInput as _charges_v1_IdempotencyInput, Idempotency as _charges_v1_Idempotency } from './charges/v1/Idempotency.ts';
import type { LinkStatusInput as _charges_v1_LinkStatusInput, LinkStatus as _charges_v1_LinkStatus } from './charges/v1/LinkStatus.ts';
import type { ListAccountsRequestInput as _charges_v1_ListAccountsRequestInput, ListAccountsRequest as _charges_v1_ListAccountsRequest } from './charges/v1/ListAccountsRequest.ts';
import type { ListAccountsResponseInput as _charges_v1_ListAccountsResponseInput, ListAccountsResponse as _charges_v1_ListAccountsResponse } from './charges/v1/ListAccountsResponse.ts';
import type { ListChargesForAuditRequestInput as _charges_v1_ListChargesForAuditRequestInput, ListChargesForAuditRequest as _charges_v1_ListChargesForAuditRequest } from './charges/v1/ListChargesForAuditRequest.ts';
import type { ListChargesForAuditResponseInput as _charges_v1_ListChargesForAuditResponseInput, ListChargesForAuditResponse as _charges_v1_ListChargesForAuditResponse } from './charges/v1/ListChargesForAuditResponse.ts';
import type { ListChargesRequestInput as _charges_v1_ListChargesRequestInput, ListChargesRequest as _charges_v1_ListChargesRequest } from './charges/v1/ListChargesRequest.ts';
import type { ListChargesResponseInput as _charges_v1_ListChargesResponseInput, ListChargesResponse as _charges_v1_ListChargesResponse } from './charges/v1/ListChargesResponse.ts';
import type { ListRefundsRequestInput as _charges_v1_ListRefundsRequestInput, ListRefundsRequest as _charges_v1_ListRefundsRequest } from './charges/v1/ListRefundsRequest.ts';
import type { ListRefundsResponseInput as _charges_v1_ListRefundsResponseInput, ListRefundsResponse as _charges_v1_ListRefundsResponse } from './charges/v1/ListRefundsResponse.ts';
import type { ListTermsRequestInput as _charges_v1_ListTermsRequestInput, ListTermsRequest as _charges_v1_ListTermsRequest } from './charges/v1/ListTermsRequest.ts';
import type { ListTermsResponseInput as _charges_v1_ListTermsResponseInput, ListTermsResponse as _charges_v1_ListTermsResponse } from './charges/v1/ListTermsResponse.ts';
import type { ListUnclearPaymentsRequestInput as _charges_v1_ListUnclearPaymentsRequestInput, ListUnclearPaymentsRequest as _charges_v1_ListUnclearPaymentsRequest } from './charges/v1/ListUnclearPaymentsRequest.ts';
import type { ListUnclearPaymentsResponseInput as _charges_v1_ListUnclearPaymentsResponseInput, ListUnclearPaymentsResponse as _charges_v1_ListUnclearPaymentsResponse } from './charges/v1/ListUnclearPaymentsResponse.ts';
import type { NotifiedPaymentInput as _charges_v1_NotifiedPaymentInput, NotifiedPayment as _charges_v1_NotifiedPayment } from './charges/v1/NotifiedPayment.ts';
import type { NotifyPaymentsRequestInput as _charges_v1_NotifyPaymentsRequestInput, NotifyPaymentsRequest as _charges_v1_NotifyPaymentsRequest } from './charges/v1/NotifyPaymentsRequest.ts';
import type { NotifyPaymentsResponseInput as _charges_v1_NotifyPaymentsResponseInput, NotifyPaymentsResponse as _charges_v1_NotifyPaymentsResponse } from './charges/v1/NotifyPaymentsResponse.ts';
import type { RecheckPaymentsRequestInput as _charges_v1_RecheckPaymentsRequestInput, RecheckPaymentsRequest as _charges_v1_RecheckPaymentsRequest } from './charges/v1/RecheckPaymentsRequest.ts';
import type { RecheckPaymentsResponseInput as _charges_v1_RecheckPaymentsResponseInput, RecheckPaymentsResponse as _charges_v1_RecheckPaymentsResponse } from './charges/v1/RecheckPaymentsResponse.ts';
import type { RecheckedPaymentInput as _charges_v1_RecheckedPaymentInput, RecheckedPayment as _charges_v1_RecheckedPayment } from './charges/v1/RecheckedPayment.ts';
import type { RecoverRefundsRequestInput as _charges_v1_RecoverRefundsRequestInput, RecoverRefundsRequest as _charges_v1_RecoverRefundsRequest } from './charges/v1/RecoverRefundsRequest.ts';
import type { RecoverRefundsResponseInput as _charges_v1_RecoverRefundsResponseInput, RecoverRefundsResponse as _charges_v1_RecoverRefundsResponse } from './charges/v1/RecoverRefundsResponse.ts';
import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from './charges/v1/Refund.ts';
import type { RefundChargeRequestInput as _charges_v1_RefundChargeRequestInput, RefundChargeRequest as _charges_v1_RefundChargeRequest } from './charges/v1/RefundChargeRequest.ts';
import type { RefundChargeResponseInput as _charges_v1_RefundChargeResponseInput, RefundChargeResponse as _charges_v1_RefundChargeResponse } from './charges/v1/RefundChargeResponse.ts';
import type { RepublishEventsRequestInput as _charges_v1_RepublishEventsRequestInput, RepublishEventsRequest as _charges_v1_RepublishEventsRequest } from './charges/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _charges_v1_RepublishEventsResponseInput, RepublishEventsResponse as _charges_v1_RepublishEventsResponse } from './charges/v1/RepublishEventsResponse.ts';
import type { ReturnPaymentRequestInput as _charges_v1_ReturnPaymentRequestInput, ReturnPaymentRequest as _charges_v1_ReturnPaymentRequest } from './charges/v1/ReturnPaymentRequest.ts';
import type { ReturnPaymentResponseInput as _charges_v1_ReturnPaymentResponseInput, ReturnPaymentResponse as _charges_v1_ReturnPaymentResponse } from './charges/v1/ReturnPaymentResponse.ts';
import type { ReusedExternalIdInput as _charges_v1_ReusedExternalIdInput, ReusedExternalId as _charges_v1_ReusedExternalId } from './charges/v1/ReusedExternalId.ts';
import type { SetTermsRequestInput as _charges_v1_SetTermsRequestInput, SetTermsRequest as _charges_v1_SetTermsRequest } from './charges/v1/SetTermsRequest.ts';
import type { SetTermsResponseInput as _charges_v1_SetTermsResponseInput, SetTermsResponse as _charges_v1_SetTermsResponse } from './charges/v1/SetTermsResponse.ts';
import type { TermsInput as _charges_v1_TermsInput, Terms as _charges_v1_Terms } from './charges/v1/Terms.ts';
import type { TimelineEntryInput as _charges_v1_TimelineEntryInput, TimelineEntry as _charges_v1_TimelineEntry } from './charges/v1/TimelineEntry.ts';
import type { UnclearPaymentInput as _charges_v1_UnclearPaymentInput, UnclearPayment as _charges_v1_UnclearPayment } from './charges/v1/UnclearPayment.ts';
import type { WatchChangesRequestInput as _charges_v1_WatchChangesRequestInput, WatchChangesRequest as _charges_v1_WatchChangesRequest } from './charges/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _charges_v1_WatchChangesResponseInput, WatchChangesResponse as _charges_v1_WatchChangesResponse } from './charges/v1/WatchChangesResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      AuditedCharge: MessageTypeDefinition<_charges_v1_AuditedChargeInput, _charges_v1_AuditedCharge>
      AuditedPayment: MessageTypeDefinition<_charges_v1_AuditedPaymentInput, _charges_v1_AuditedPayment>
      CancelChargeRequest: MessageTypeDefinition<_charges_v1_CancelChargeRequestInput, _charges_v1_CancelChargeRequest>
      CancelChargeResponse: MessageTypeDefinition<_charges_v1_CancelChargeResponseInput, _charges_v1_CancelChargeResponse>
      Change: MessageTypeDefinition<_charges_v1_ChangeInput, _charges_v1_Change>
      Charge: MessageTypeDefinition<_charges_v1_ChargeInput, _charges_v1_Charge>
      ChargeHour: MessageTypeDefinition<_charges_v1_ChargeHourInput, _charges_v1_ChargeHour>
      ChargeStatus: EnumTypeDefinition
      ChargesService: SubtypeConstructor<typeof grpc.Client, _charges_v1_ChargesServiceClient> & { service: _charges_v1_ChargesServiceDefinition }
      CreateChargeRequest: MessageTypeDefinition<_charges_v1_CreateChargeRequestInput, _charges_v1_CreateChargeRequest>
      CreateChargeResponse: MessageTypeDefinition<_charges_v1_CreateChargeResponseInput, _charges_v1_CreateChargeResponse>
      DismissUnclearRequest: MessageTypeDefinition<_charges_v1_DismissUnclearRequestInput, _charges_v1_DismissUnclearRequest>
      DismissUnclearResponse: MessageTypeDefinition<_charges_v1_DismissUnclearResponseInput, _charges_v1_DismissUnclearResponse>
      FailedRecovery: MessageTypeDefinition<_charges_v1_FailedRecoveryInput, _charges_v1_FailedRecovery>
      GetChargeHoursRequest: MessageTypeDefinition<_charges_v1_GetChargeHoursRequestInput, _charges_v1_GetChargeHoursRequest>
      GetChargeHoursResponse: MessageTypeDefinition<_charges_v1_GetChargeHoursResponseInput, _charges_v1_GetChargeHoursResponse>
      GetChargeRequest: MessageTypeDefinition<_charges_v1_GetChargeRequestInput, _charges_v1_GetChargeRequest>
      GetChargeResponse: MessageTypeDefinition<_charges_v1_GetChargeResponseInput, _charges_v1_GetChargeResponse>
      GetChargeTimelineRequest: MessageTypeDefinition<_charges_v1_GetChargeTimelineRequestInput, _charges_v1_GetChargeTimelineRequest>
      GetChargeTimelineResponse: MessageTypeDefinition<_charges_v1_GetChargeTimelineResponseInput, _charges_v1_GetChargeTimelineResponse>
      GetLinkStatusesRequest: MessageTypeDefinition<_charges_v1_GetLinkStatusesRequestInput, _charges_v1_GetLinkStatusesRequest>
      GetLinkStatusesResponse: MessageTypeDefinition<_charges_v1_GetLinkStatusesResponseInput, _charges_v1_GetLinkStatusesResponse>
      GetPaymentLinkRequest: MessageTypeDefinition<_charges_v1_GetPaymentLinkRequestInput, _charges_v1_GetPaymentLinkRequest>
      GetPaymentLinkResponse: MessageTypeDefinition<_charges_v1_GetPaymentLinkResponseInput, _charges_v1_GetPaymentLinkResponse>
      GetRefundRequest: MessageTypeDefinition<_charges_v1_GetRefundRequestInput, _charges_v1_GetRefundRequest>
      GetRefundResponse: MessageTypeDefinition<_charges_v1_GetRefundResponseInput, _charges_v1_GetRefundResponse>
      GetReturnRequest: MessageTypeDefinition<_charges_v1_GetReturnRequestInput, _charges_v1_GetReturnRequest>
      GetReturnResponse: MessageTypeDefinition<_charges_v1_GetReturnResponseInput, _charges_v1_GetReturnResponse>
      GetTermsRequest: MessageTypeDefinition<_charges_v1_GetTermsRequestInput, _charges_v1_GetTermsRequest>
      GetTermsResponse: MessageTypeDefinition<_charges_v1_GetTermsResponseInput, _charges_v1_GetTermsResponse>
      Idempotency: MessageTypeDefinition<_charges_v1_IdempotencyInput, _charges_v1_Idempotency>
      LinkStatus: MessageTypeDefinition<_charges_v1_LinkStatusInput, _charges_v1_LinkStatus>
      ListAccountsRequest: MessageTypeDefinition<_charges_v1_ListAccountsRequestInput, _charges_v1_ListAccountsRequest>
      ListAccountsResponse: MessageTypeDefinition<_charges_v1_ListAccountsResponseInput, _charges_v1_ListAccountsResponse>
      ListChargesForAuditRequest: MessageTypeDefinition<_charges_v1_ListChargesForAuditRequestInput, _charges_v1_ListChargesForAuditRequest>
      ListChargesForAuditResponse: MessageTypeDefinition<_charges_v1_ListChargesForAuditResponseInput, _charges_v1_ListChargesForAuditResponse>
      ListChargesRequest: MessageTypeDefinition<_charges_v1_ListChargesRequestInput, _charges_v1_ListChargesRequest>
      ListChargesResponse: MessageTypeDefinition<_charges_v1_ListChargesResponseInput, _charges_v1_ListChargesResponse>
      ListRefundsRequest: MessageTypeDefinition<_charges_v1_ListRefundsRequestInput, _charges_v1_ListRefundsRequest>
      ListRefundsResponse: MessageTypeDefinition<_charges_v1_ListRefundsResponseInput, _charges_v1_ListRefundsResponse>
      ListTermsRequest: MessageTypeDefinition<_charges_v1_ListTermsRequestInput, _charges_v1_ListTermsRequest>
      ListTermsResponse: MessageTypeDefinition<_charges_v1_ListTermsResponseInput, _charges_v1_ListTermsResponse>
      ListUnclearPaymentsRequest: MessageTypeDefinition<_charges_v1_ListUnclearPaymentsRequestInput, _charges_v1_ListUnclearPaymentsRequest>
      ListUnclearPaymentsResponse: MessageTypeDefinition<_charges_v1_ListUnclearPaymentsResponseInput, _charges_v1_ListUnclearPaymentsResponse>
      NotifiedPayment: MessageTypeDefinition<_charges_v1_NotifiedPaymentInput, _charges_v1_NotifiedPayment>
      NotifyPaymentsRequest: MessageTypeDefinition<_charges_v1_NotifyPaymentsRequestInput, _charges_v1_NotifyPaymentsRequest>
      NotifyPaymentsResponse: MessageTypeDefinition<_charges_v1_NotifyPaymentsResponseInput, _charges_v1_NotifyPaymentsResponse>
      RecheckOutcome: EnumTypeDefinition
      RecheckPaymentsRequest: MessageTypeDefinition<_charges_v1_RecheckPaymentsRequestInput, _charges_v1_RecheckPaymentsRequest>
      RecheckPaymentsResponse: MessageTypeDefinition<_charges_v1_RecheckPaymentsResponseInput, _charges_v1_RecheckPaymentsResponse>
      RecheckedPayment: MessageTypeDefinition<_charges_v1_RecheckedPaymentInput, _charges_v1_RecheckedPayment>
      RecoverRefundsRequest: MessageTypeDefinition<_charges_v1_RecoverRefundsRequestInput, _charges_v1_RecoverRefundsRequest>
      RecoverRefundsResponse: MessageTypeDefinition<_charges_v1_RecoverRefundsResponseInput, _charges_v1_RecoverRefundsResponse>
      Refund: MessageTypeDefinition<_charges_v1_RefundInput, _charges_v1_Refund>
      RefundChargeRequest: MessageTypeDefinition<_charges_v1_RefundChargeRequestInput, _charges_v1_RefundChargeRequest>
      RefundChargeResponse: MessageTypeDefinition<_charges_v1_RefundChargeResponseInput, _charges_v1_RefundChargeResponse>
      RefundOrigin: EnumTypeDefinition
      RefundStatus: EnumTypeDefinition
      RepublishEventsRequest: MessageTypeDefinition<_charges_v1_RepublishEventsRequestInput, _charges_v1_RepublishEventsRequest>
      RepublishEventsResponse: MessageTypeDefinition<_charges_v1_RepublishEventsResponseInput, _charges_v1_RepublishEventsResponse>
      ReturnPaymentRequest: MessageTypeDefinition<_charges_v1_ReturnPaymentRequestInput, _charges_v1_ReturnPaymentRequest>
      ReturnPaymentResponse: MessageTypeDefinition<_charges_v1_ReturnPaymentResponseInput, _charges_v1_ReturnPaymentResponse>
      ReturnStatus: EnumTypeDefinition
      ReusedExternalId: MessageTypeDefinition<_charges_v1_ReusedExternalIdInput, _charges_v1_ReusedExternalId>
      SetTermsRequest: MessageTypeDefinition<_charges_v1_SetTermsRequestInput, _charges_v1_SetTermsRequest>
      SetTermsResponse: MessageTypeDefinition<_charges_v1_SetTermsResponseInput, _charges_v1_SetTermsResponse>
      StatusSource: EnumTypeDefinition
      Terms: MessageTypeDefinition<_charges_v1_TermsInput, _charges_v1_Terms>
      TimelineEntry: MessageTypeDefinition<_charges_v1_TimelineEntryInput, _charges_v1_TimelineEntry>
      UnclearPayment: MessageTypeDefinition<_charges_v1_UnclearPaymentInput, _charges_v1_UnclearPayment>
      WatchChangesRequest: MessageTypeDefinition<_charges_v1_WatchChangesRequestInput, _charges_v1_WatchChangesRequest>
      WatchChangesResponse: MessageTypeDefinition<_charges_v1_WatchChangesResponseInput, _charges_v1_WatchChangesResponse>
    }
  }
}

