import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from './access/v1/Requester.ts';
import type { AuditedChargeInput as _charges_v1_AuditedChargeInput, AuditedCharge as _charges_v1_AuditedCharge } from './charges/v1/AuditedCharge.ts';
import type { AuditedPaymentInput as _charges_v1_AuditedPaymentInput, AuditedPayment as _charges_v1_AuditedPayment } from './charges/v1/AuditedPayment.ts';
import type { CancelChargeRequestInput as _charges_v1_CancelChargeRequestInput, CancelChargeRequest as _charges_v1_CancelChargeRequest } from './charges/v1/CancelChargeRequest.ts';
import type { CancelChargeResponseInput as _charges_v1_CancelChargeResponseInput, CancelChargeResponse as _charges_v1_CancelChargeResponse } from './charges/v1/CancelChargeResponse.ts';
import type { ChangeInput as _charges_v1_ChangeInput, Change as _charges_v1_Change } from './charges/v1/Change.ts';
import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from './charges/v1/Charge.ts';
import type { ChargeHourInput as _charges_v1_ChargeHourInput, ChargeHour as _charges_v1_ChargeHour } from './charges/v1/ChargeHour.ts';
import type { ChargeSumsInput as _charges_v1_ChargeSumsInput, ChargeSums as _charges_v1_ChargeSums } from './charges/v1/ChargeSums.ts';
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
import type { DescriptorProtoInput as _google_protobuf_DescriptorProtoInput, DescriptorProto as _google_protobuf_DescriptorProto } from './google/protobuf/DescriptorProto.ts';
import type { EnumDescriptorProtoInput as _google_protobuf_EnumDescriptorProtoInput, EnumDescriptorProto as _google_protobuf_EnumDescriptorProto } from './google/protobuf/EnumDescriptorProto.ts';
import type { EnumOptionsInput as _google_protobuf_EnumOptionsInput, EnumOptions as _google_protobuf_EnumOptions } from './google/protobuf/EnumOptions.ts';
import type { EnumValueDescriptorProtoInput as _google_protobuf_EnumValueDescriptorProtoInput, EnumValueDescriptorProto as _google_protobuf_EnumValueDescriptorProto } from './google/protobuf/EnumValueDescriptorProto.ts';
import type { EnumValueOptionsInput as _google_protobuf_EnumValueOptionsInput, EnumValueOptions as _google_protobuf_EnumValueOptions } from './google/protobuf/EnumValueOptions.ts';
import type { ExtensionRangeOptionsInput as _google_protobuf_ExtensionRangeOptionsInput, ExtensionRangeOptions as _google_protobuf_ExtensionRangeOptions } from './google/protobuf/ExtensionRangeOptions.ts';
import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from './google/protobuf/FeatureSet.ts';
import type { FeatureSetDefaultsInput as _google_protobuf_FeatureSetDefaultsInput, FeatureSetDefaults as _google_protobuf_FeatureSetDefaults } from './google/protobuf/FeatureSetDefaults.ts';
import type { FieldDescriptorProtoInput as _google_protobuf_FieldDescriptorProtoInput, FieldDescriptorProto as _google_protobuf_FieldDescriptorProto } from './google/protobuf/FieldDescriptorProto.ts';
import type { FieldOptionsInput as _google_protobuf_FieldOptionsInput, FieldOptions as _google_protobuf_FieldOptions } from './google/protobuf/FieldOptions.ts';
import type { FileDescriptorProtoInput as _google_protobuf_FileDescriptorProtoInput, FileDescriptorProto as _google_protobuf_FileDescriptorProto } from './google/protobuf/FileDescriptorProto.ts';
import type { FileDescriptorSetInput as _google_protobuf_FileDescriptorSetInput, FileDescriptorSet as _google_protobuf_FileDescriptorSet } from './google/protobuf/FileDescriptorSet.ts';
import type { FileOptionsInput as _google_protobuf_FileOptionsInput, FileOptions as _google_protobuf_FileOptions } from './google/protobuf/FileOptions.ts';
import type { GeneratedCodeInfoInput as _google_protobuf_GeneratedCodeInfoInput, GeneratedCodeInfo as _google_protobuf_GeneratedCodeInfo } from './google/protobuf/GeneratedCodeInfo.ts';
import type { MessageOptionsInput as _google_protobuf_MessageOptionsInput, MessageOptions as _google_protobuf_MessageOptions } from './google/protobuf/MessageOptions.ts';
import type { MethodDescriptorProtoInput as _google_protobuf_MethodDescriptorProtoInput, MethodDescriptorProto as _google_protobuf_MethodDescriptorProto } from './google/protobuf/MethodDescriptorProto.ts';
import type { MethodOptionsInput as _google_protobuf_MethodOptionsInput, MethodOptions as _google_protobuf_MethodOptions } from './google/protobuf/MethodOptions.ts';
import type { OneofDescriptorProtoInput as _google_protobuf_OneofDescriptorProtoInput, OneofDescriptorProto as _google_protobuf_OneofDescriptorProto } from './google/protobuf/OneofDescriptorProto.ts';
import type { OneofOptionsInput as _google_protobuf_OneofOptionsInput, OneofOptions as _google_protobuf_OneofOptions } from './google/protobuf/OneofOptions.ts';
import type { ServiceDescriptorProtoInput as _google_protobuf_ServiceDescriptorProtoInput, ServiceDescriptorProto as _google_protobuf_ServiceDescriptorProto } from './google/protobuf/ServiceDescriptorProto.ts';
import type { ServiceOptionsInput as _google_protobuf_ServiceOptionsInput, ServiceOptions as _google_protobuf_ServiceOptions } from './google/protobuf/ServiceOptions.ts';
import type { SourceCodeInfoInput as _google_protobuf_SourceCodeInfoInput, SourceCodeInfo as _google_protobuf_SourceCodeInfo } from './google/protobuf/SourceCodeInfo.ts';
import type { UninterpretedOptionInput as _google_protobuf_UninterpretedOptionInput, UninterpretedOption as _google_protobuf_UninterpretedOption } from './google/protobuf/UninterpretedOption.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  access: {
    v1: {
      Requester: MessageTypeDefinition<_access_v1_RequesterInput, _access_v1_Requester>
    }
  }
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
      ChargeSums: MessageTypeDefinition<_charges_v1_ChargeSumsInput, _charges_v1_ChargeSums>
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
  google: {
    protobuf: {
      DescriptorProto: MessageTypeDefinition<_google_protobuf_DescriptorProtoInput, _google_protobuf_DescriptorProto>
      Edition: EnumTypeDefinition
      EnumDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumDescriptorProtoInput, _google_protobuf_EnumDescriptorProto>
      EnumOptions: MessageTypeDefinition<_google_protobuf_EnumOptionsInput, _google_protobuf_EnumOptions>
      EnumValueDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumValueDescriptorProtoInput, _google_protobuf_EnumValueDescriptorProto>
      EnumValueOptions: MessageTypeDefinition<_google_protobuf_EnumValueOptionsInput, _google_protobuf_EnumValueOptions>
      ExtensionRangeOptions: MessageTypeDefinition<_google_protobuf_ExtensionRangeOptionsInput, _google_protobuf_ExtensionRangeOptions>
      FeatureSet: MessageTypeDefinition<_google_protobuf_FeatureSetInput, _google_protobuf_FeatureSet>
      FeatureSetDefaults: MessageTypeDefinition<_google_protobuf_FeatureSetDefaultsInput, _google_protobuf_FeatureSetDefaults>
      FieldDescriptorProto: MessageTypeDefinition<_google_protobuf_FieldDescriptorProtoInput, _google_protobuf_FieldDescriptorProto>
      FieldOptions: MessageTypeDefinition<_google_protobuf_FieldOptionsInput, _google_protobuf_FieldOptions>
      FileDescriptorProto: MessageTypeDefinition<_google_protobuf_FileDescriptorProtoInput, _google_protobuf_FileDescriptorProto>
      FileDescriptorSet: MessageTypeDefinition<_google_protobuf_FileDescriptorSetInput, _google_protobuf_FileDescriptorSet>
      FileOptions: MessageTypeDefinition<_google_protobuf_FileOptionsInput, _google_protobuf_FileOptions>
      GeneratedCodeInfo: MessageTypeDefinition<_google_protobuf_GeneratedCodeInfoInput, _google_protobuf_GeneratedCodeInfo>
      MessageOptions: MessageTypeDefinition<_google_protobuf_MessageOptionsInput, _google_protobuf_MessageOptions>
      MethodDescriptorProto: MessageTypeDefinition<_google_protobuf_MethodDescriptorProtoInput, _google_protobuf_MethodDescriptorProto>
      MethodOptions: MessageTypeDefinition<_google_protobuf_MethodOptionsInput, _google_protobuf_MethodOptions>
      OneofDescriptorProto: MessageTypeDefinition<_google_protobuf_OneofDescriptorProtoInput, _google_protobuf_OneofDescriptorProto>
      OneofOptions: MessageTypeDefinition<_google_protobuf_OneofOptionsInput, _google_protobuf_OneofOptions>
      ServiceDescriptorProto: MessageTypeDefinition<_google_protobuf_ServiceDescriptorProtoInput, _google_protobuf_ServiceDescriptorProto>
      ServiceOptions: MessageTypeDefinition<_google_protobuf_ServiceOptionsInput, _google_protobuf_ServiceOptions>
      SourceCodeInfo: MessageTypeDefinition<_google_protobuf_SourceCodeInfoInput, _google_protobuf_SourceCodeInfo>
      SymbolVisibility: EnumTypeDefinition
      UninterpretedOption: MessageTypeDefinition<_google_protobuf_UninterpretedOptionInput, _google_protobuf_UninterpretedOption>
    }
  }
}

