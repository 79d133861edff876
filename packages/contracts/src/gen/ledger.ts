import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChargeCanceledInput as _events_v1_ChargeCanceledInput, ChargeCanceled as _events_v1_ChargeCanceled } from './events/v1/ChargeCanceled.ts';
import type { ChargeCompletedInput as _events_v1_ChargeCompletedInput, ChargeCompleted as _events_v1_ChargeCompleted } from './events/v1/ChargeCompleted.ts';
import type { ChargeEventInput as _events_v1_ChargeEventInput, ChargeEvent as _events_v1_ChargeEvent } from './events/v1/ChargeEvent.ts';
import type { ChargeExpiredInput as _events_v1_ChargeExpiredInput, ChargeExpired as _events_v1_ChargeExpired } from './events/v1/ChargeExpired.ts';
import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from './events/v1/ChargeSummary.ts';
import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from './events/v1/DepositCredited.ts';
import type { FeePlanInput as _events_v1_FeePlanInput, FeePlan as _events_v1_FeePlan } from './events/v1/FeePlan.ts';
import type { LedgerEventInput as _events_v1_LedgerEventInput, LedgerEvent as _events_v1_LedgerEvent } from './events/v1/LedgerEvent.ts';
import type { PaymentExceptionInput as _events_v1_PaymentExceptionInput, PaymentException as _events_v1_PaymentException } from './events/v1/PaymentException.ts';
import type { PaymentReturnedInput as _events_v1_PaymentReturnedInput, PaymentReturned as _events_v1_PaymentReturned } from './events/v1/PaymentReturned.ts';
import type { PaymentSuspendedInput as _events_v1_PaymentSuspendedInput, PaymentSuspended as _events_v1_PaymentSuspended } from './events/v1/PaymentSuspended.ts';
import type { RefundBookedInput as _events_v1_RefundBookedInput, RefundBooked as _events_v1_RefundBooked } from './events/v1/RefundBooked.ts';
import type { RefundFailedInput as _events_v1_RefundFailedInput, RefundFailed as _events_v1_RefundFailed } from './events/v1/RefundFailed.ts';
import type { RefundReleasedInput as _events_v1_RefundReleasedInput, RefundReleased as _events_v1_RefundReleased } from './events/v1/RefundReleased.ts';
import type { RefundSettledInput as _events_v1_RefundSettledInput, RefundSettled as _events_v1_RefundSettled } from './events/v1/RefundSettled.ts';
import type { ReturnBookedInput as _events_v1_ReturnBookedInput, ReturnBooked as _events_v1_ReturnBooked } from './events/v1/ReturnBooked.ts';
import type { SuspenseResolvedInput as _events_v1_SuspenseResolvedInput, SuspenseResolved as _events_v1_SuspenseResolved } from './events/v1/SuspenseResolved.ts';
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
import type { AuditBooksRequestInput as _ledger_v1_AuditBooksRequestInput, AuditBooksRequest as _ledger_v1_AuditBooksRequest } from './ledger/v1/AuditBooksRequest.ts';
import type { AuditBooksResponseInput as _ledger_v1_AuditBooksResponseInput, AuditBooksResponse as _ledger_v1_AuditBooksResponse } from './ledger/v1/AuditBooksResponse.ts';
import type { CountUnreadRequestInput as _ledger_v1_CountUnreadRequestInput, CountUnreadRequest as _ledger_v1_CountUnreadRequest } from './ledger/v1/CountUnreadRequest.ts';
import type { CountUnreadResponseInput as _ledger_v1_CountUnreadResponseInput, CountUnreadResponse as _ledger_v1_CountUnreadResponse } from './ledger/v1/CountUnreadResponse.ts';
import type { EntryInput as _ledger_v1_EntryInput, Entry as _ledger_v1_Entry } from './ledger/v1/Entry.ts';
import type { GetBalanceRequestInput as _ledger_v1_GetBalanceRequestInput, GetBalanceRequest as _ledger_v1_GetBalanceRequest } from './ledger/v1/GetBalanceRequest.ts';
import type { GetBalanceResponseInput as _ledger_v1_GetBalanceResponseInput, GetBalanceResponse as _ledger_v1_GetBalanceResponse } from './ledger/v1/GetBalanceResponse.ts';
import type { GetHolderHoursRequestInput as _ledger_v1_GetHolderHoursRequestInput, GetHolderHoursRequest as _ledger_v1_GetHolderHoursRequest } from './ledger/v1/GetHolderHoursRequest.ts';
import type { GetHolderHoursResponseInput as _ledger_v1_GetHolderHoursResponseInput, GetHolderHoursResponse as _ledger_v1_GetHolderHoursResponse } from './ledger/v1/GetHolderHoursResponse.ts';
import type { GetLedgerTimelineRequestInput as _ledger_v1_GetLedgerTimelineRequestInput, GetLedgerTimelineRequest as _ledger_v1_GetLedgerTimelineRequest } from './ledger/v1/GetLedgerTimelineRequest.ts';
import type { GetLedgerTimelineResponseInput as _ledger_v1_GetLedgerTimelineResponseInput, GetLedgerTimelineResponse as _ledger_v1_GetLedgerTimelineResponse } from './ledger/v1/GetLedgerTimelineResponse.ts';
import type { GetPaymentBookingRequestInput as _ledger_v1_GetPaymentBookingRequestInput, GetPaymentBookingRequest as _ledger_v1_GetPaymentBookingRequest } from './ledger/v1/GetPaymentBookingRequest.ts';
import type { GetPaymentBookingResponseInput as _ledger_v1_GetPaymentBookingResponseInput, GetPaymentBookingResponse as _ledger_v1_GetPaymentBookingResponse } from './ledger/v1/GetPaymentBookingResponse.ts';
import type { GetReceiptRequestInput as _ledger_v1_GetReceiptRequestInput, GetReceiptRequest as _ledger_v1_GetReceiptRequest } from './ledger/v1/GetReceiptRequest.ts';
import type { GetReceiptResponseInput as _ledger_v1_GetReceiptResponseInput, GetReceiptResponse as _ledger_v1_GetReceiptResponse } from './ledger/v1/GetReceiptResponse.ts';
import type { HoldRefundRequestInput as _ledger_v1_HoldRefundRequestInput, HoldRefundRequest as _ledger_v1_HoldRefundRequest } from './ledger/v1/HoldRefundRequest.ts';
import type { HoldRefundResponseInput as _ledger_v1_HoldRefundResponseInput, HoldRefundResponse as _ledger_v1_HoldRefundResponse } from './ledger/v1/HoldRefundResponse.ts';
import type { HolderHourInput as _ledger_v1_HolderHourInput, HolderHour as _ledger_v1_HolderHour } from './ledger/v1/HolderHour.ts';
import type { HolderSumsInput as _ledger_v1_HolderSumsInput, HolderSums as _ledger_v1_HolderSums } from './ledger/v1/HolderSums.ts';
import type { LedgerServiceClient as _ledger_v1_LedgerServiceClient, LedgerServiceDefinition as _ledger_v1_LedgerServiceDefinition } from './ledger/v1/LedgerService.ts';
import type { LedgerTimelineEntryInput as _ledger_v1_LedgerTimelineEntryInput, LedgerTimelineEntry as _ledger_v1_LedgerTimelineEntry } from './ledger/v1/LedgerTimelineEntry.ts';
import type { ListAccountsRequestInput as _ledger_v1_ListAccountsRequestInput, ListAccountsRequest as _ledger_v1_ListAccountsRequest } from './ledger/v1/ListAccountsRequest.ts';
import type { ListAccountsResponseInput as _ledger_v1_ListAccountsResponseInput, ListAccountsResponse as _ledger_v1_ListAccountsResponse } from './ledger/v1/ListAccountsResponse.ts';
import type { ListEntriesRequestInput as _ledger_v1_ListEntriesRequestInput, ListEntriesRequest as _ledger_v1_ListEntriesRequest } from './ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponseInput as _ledger_v1_ListEntriesResponseInput, ListEntriesResponse as _ledger_v1_ListEntriesResponse } from './ledger/v1/ListEntriesResponse.ts';
import type { ListReceiptKeysRequestInput as _ledger_v1_ListReceiptKeysRequestInput, ListReceiptKeysRequest as _ledger_v1_ListReceiptKeysRequest } from './ledger/v1/ListReceiptKeysRequest.ts';
import type { ListReceiptKeysResponseInput as _ledger_v1_ListReceiptKeysResponseInput, ListReceiptKeysResponse as _ledger_v1_ListReceiptKeysResponse } from './ledger/v1/ListReceiptKeysResponse.ts';
import type { ListRefundMovementsRequestInput as _ledger_v1_ListRefundMovementsRequestInput, ListRefundMovementsRequest as _ledger_v1_ListRefundMovementsRequest } from './ledger/v1/ListRefundMovementsRequest.ts';
import type { ListRefundMovementsResponseInput as _ledger_v1_ListRefundMovementsResponseInput, ListRefundMovementsResponse as _ledger_v1_ListRefundMovementsResponse } from './ledger/v1/ListRefundMovementsResponse.ts';
import type { ListSuspenseRequestInput as _ledger_v1_ListSuspenseRequestInput, ListSuspenseRequest as _ledger_v1_ListSuspenseRequest } from './ledger/v1/ListSuspenseRequest.ts';
import type { ListSuspenseResponseInput as _ledger_v1_ListSuspenseResponseInput, ListSuspenseResponse as _ledger_v1_ListSuspenseResponse } from './ledger/v1/ListSuspenseResponse.ts';
import type { ReceiptKeyInput as _ledger_v1_ReceiptKeyInput, ReceiptKey as _ledger_v1_ReceiptKey } from './ledger/v1/ReceiptKey.ts';
import type { RefundMovementInput as _ledger_v1_RefundMovementInput, RefundMovement as _ledger_v1_RefundMovement } from './ledger/v1/RefundMovement.ts';
import type { RepublishEventsRequestInput as _ledger_v1_RepublishEventsRequestInput, RepublishEventsRequest as _ledger_v1_RepublishEventsRequest } from './ledger/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _ledger_v1_RepublishEventsResponseInput, RepublishEventsResponse as _ledger_v1_RepublishEventsResponse } from './ledger/v1/RepublishEventsResponse.ts';
import type { ResolveSuspenseRequestInput as _ledger_v1_ResolveSuspenseRequestInput, ResolveSuspenseRequest as _ledger_v1_ResolveSuspenseRequest } from './ledger/v1/ResolveSuspenseRequest.ts';
import type { ResolveSuspenseResponseInput as _ledger_v1_ResolveSuspenseResponseInput, ResolveSuspenseResponse as _ledger_v1_ResolveSuspenseResponse } from './ledger/v1/ResolveSuspenseResponse.ts';
import type { SignedCheckpointsInput as _ledger_v1_SignedCheckpointsInput, SignedCheckpoints as _ledger_v1_SignedCheckpoints } from './ledger/v1/SignedCheckpoints.ts';
import type { SuspenseItemInput as _ledger_v1_SuspenseItemInput, SuspenseItem as _ledger_v1_SuspenseItem } from './ledger/v1/SuspenseItem.ts';
import type { UnreadWindowInput as _ledger_v1_UnreadWindowInput, UnreadWindow as _ledger_v1_UnreadWindow } from './ledger/v1/UnreadWindow.ts';
import type { VerifyBooksRequestInput as _ledger_v1_VerifyBooksRequestInput, VerifyBooksRequest as _ledger_v1_VerifyBooksRequest } from './ledger/v1/VerifyBooksRequest.ts';
import type { VerifyBooksResponseInput as _ledger_v1_VerifyBooksResponseInput, VerifyBooksResponse as _ledger_v1_VerifyBooksResponse } from './ledger/v1/VerifyBooksResponse.ts';
import type { WatchChangesRequestInput as _ledger_v1_WatchChangesRequestInput, WatchChangesRequest as _ledger_v1_WatchChangesRequest } from './ledger/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _ledger_v1_WatchChangesResponseInput, WatchChangesResponse as _ledger_v1_WatchChangesResponse } from './ledger/v1/WatchChangesResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  access: {
    v1: {
    }
  }
  events: {
    v1: {
      ChargeCanceled: MessageTypeDefinition<_events_v1_ChargeCanceledInput, _events_v1_ChargeCanceled>
      ChargeCompleted: MessageTypeDefinition<_events_v1_ChargeCompletedInput, _events_v1_ChargeCompleted>
      ChargeEvent: MessageTypeDefinition<_events_v1_ChargeEventInput, _events_v1_ChargeEvent>
      ChargeExpired: MessageTypeDefinition<_events_v1_ChargeExpiredInput, _events_v1_ChargeExpired>
      ChargeSummary: MessageTypeDefinition<_events_v1_ChargeSummaryInput, _events_v1_ChargeSummary>
      DepositCredited: MessageTypeDefinition<_events_v1_DepositCreditedInput, _events_v1_DepositCredited>
      ExceptionKind: EnumTypeDefinition
      FeePlan: MessageTypeDefinition<_events_v1_FeePlanInput, _events_v1_FeePlan>
      LedgerEvent: MessageTypeDefinition<_events_v1_LedgerEventInput, _events_v1_LedgerEvent>
      PaymentException: MessageTypeDefinition<_events_v1_PaymentExceptionInput, _events_v1_PaymentException>
      PaymentReturned: MessageTypeDefinition<_events_v1_PaymentReturnedInput, _events_v1_PaymentReturned>
      PaymentSuspended: MessageTypeDefinition<_events_v1_PaymentSuspendedInput, _events_v1_PaymentSuspended>
      RefundBooked: MessageTypeDefinition<_events_v1_RefundBookedInput, _events_v1_RefundBooked>
      RefundFailed: MessageTypeDefinition<_events_v1_RefundFailedInput, _events_v1_RefundFailed>
      RefundReleased: MessageTypeDefinition<_events_v1_RefundReleasedInput, _events_v1_RefundReleased>
      RefundSettled: MessageTypeDefinition<_events_v1_RefundSettledInput, _events_v1_RefundSettled>
      ReturnBooked: MessageTypeDefinition<_events_v1_ReturnBookedInput, _events_v1_ReturnBooked>
      SuspenseResolution: EnumTypeDefinition
      SuspenseResolved: MessageTypeDefinition<_events_v1_SuspenseResolvedInput, _events_v1_SuspenseResolved>
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
  ledger: {
    v1: {
      AuditBooksRequest: MessageTypeDefinition<_ledger_v1_AuditBooksRequestInput, _ledger_v1_AuditBooksRequest>
      AuditBooksResponse: MessageTypeDefinition<_ledger_v1_AuditBooksResponseInput, _ledger_v1_AuditBooksResponse>
      CountUnreadRequest: MessageTypeDefinition<_ledger_v1_CountUnreadRequestInput, _ledger_v1_CountUnreadRequest>
      CountUnreadResponse: MessageTypeDefinition<_ledger_v1_CountUnreadResponseInput, _ledger_v1_CountUnreadResponse>
      Entry: MessageTypeDefinition<_ledger_v1_EntryInput, _ledger_v1_Entry>
      GetBalanceRequest: MessageTypeDefinition<_ledger_v1_GetBalanceRequestInput, _ledger_v1_GetBalanceRequest>
      GetBalanceResponse: MessageTypeDefinition<_ledger_v1_GetBalanceResponseInput, _ledger_v1_GetBalanceResponse>
      GetHolderHoursRequest: MessageTypeDefinition<_ledger_v1_GetHolderHoursRequestInput, _ledger_v1_GetHolderHoursRequest>
      GetHolderHoursResponse: MessageTypeDefinition<_ledger_v1_GetHolderHoursResponseInput, _ledger_v1_GetHolderHoursResponse>
      GetLedgerTimelineRequest: MessageTypeDefinition<_ledger_v1_GetLedgerTimelineRequestInput, _ledger_v1_GetLedgerTimelineRequest>
      GetLedgerTimelineResponse: MessageTypeDefinition<_ledger_v1_GetLedgerTimelineResponseInput, _ledger_v1_GetLedgerTimelineResponse>
      GetPaymentBookingRequest: MessageTypeDefinition<_ledger_v1_GetPaymentBookingRequestInput, _ledger_v1_GetPaymentBookingRequest>
      GetPaymentBookingResponse: MessageTypeDefinition<_ledger_v1_GetPaymentBookingResponseInput, _ledger_v1_GetPaymentBookingResponse>
      GetReceiptRequest: MessageTypeDefinition<_ledger_v1_GetReceiptRequestInput, _ledger_v1_GetReceiptRequest>
      GetReceiptResponse: MessageTypeDefinition<_ledger_v1_GetReceiptResponseInput, _ledger_v1_GetReceiptResponse>
      HoldRefundRequest: MessageTypeDefinition<_ledger_v1_HoldRefundRequestInput, _ledger_v1_HoldRefundRequest>
      HoldRefundResponse: MessageTypeDefinition<_ledger_v1_HoldRefundResponseInput, _ledger_v1_HoldRefundResponse>
      HolderHour: MessageTypeDefinition<_ledger_v1_HolderHourInput, _ledger_v1_HolderHour>
      HolderSums: MessageTypeDefinition<_ledger_v1_HolderSumsInput, _ledger_v1_HolderSums>
      LedgerService: SubtypeConstructor<typeof grpc.Client, _ledger_v1_LedgerServiceClient> & { service: _ledger_v1_LedgerServiceDefinition }
      LedgerTimelineEntry: MessageTypeDefinition<_ledger_v1_LedgerTimelineEntryInput, _ledger_v1_LedgerTimelineEntry>
      ListAccountsRequest: MessageTypeDefinition<_ledger_v1_ListAccountsRequestInput, _ledger_v1_ListAccountsRequest>
      ListAccountsResponse: MessageTypeDefinition<_ledger_v1_ListAccountsResponseInput, _ledger_v1_ListAccountsResponse>
      ListEntriesRequest: MessageTypeDefinition<_ledger_v1_ListEntriesRequestInput, _ledger_v1_ListEntriesRequest>
      ListEntriesResponse: MessageTypeDefinition<_ledger_v1_ListEntriesResponseInput, _ledger_v1_ListEntriesResponse>
      ListReceiptKeysRequest: MessageTypeDefinition<_ledger_v1_ListReceiptKeysRequestInput, _ledger_v1_ListReceiptKeysRequest>
      ListReceiptKeysResponse: MessageTypeDefinition<_ledger_v1_ListReceiptKeysResponseInput, _ledger_v1_ListReceiptKeysResponse>
      ListRefundMovementsRequest: MessageTypeDefinition<_ledger_v1_ListRefundMovementsRequestInput, _ledger_v1_ListRefundMovementsRequest>
      ListRefundMovementsResponse: MessageTypeDefinition<_ledger_v1_ListRefundMovementsResponseInput, _ledger_v1_ListRefundMovementsResponse>
      ListSuspenseRequest: MessageTypeDefinition<_ledger_v1_ListSuspenseRequestInput, _ledger_v1_ListSuspenseRequest>
      ListSuspenseResponse: MessageTypeDefinition<_ledger_v1_ListSuspenseResponseInput, _ledger_v1_ListSuspenseResponse>
      ReceiptKey: MessageTypeDefinition<_ledger_v1_ReceiptKeyInput, _ledger_v1_ReceiptKey>
      RefundMovement: MessageTypeDefinition<_ledger_v1_RefundMovementInput, _ledger_v1_RefundMovement>
      RepublishEventsRequest: MessageTypeDefinition<_ledger_v1_RepublishEventsRequestInput, _ledger_v1_RepublishEventsRequest>
      RepublishEventsResponse: MessageTypeDefinition<_ledger_v1_RepublishEventsResponseInput, _ledger_v1_RepublishEventsResponse>
      ResolveSuspenseRequest: MessageTypeDefinition<_ledger_v1_ResolveSuspenseRequestInput, _ledger_v1_ResolveSuspenseRequest>
      ResolveSuspenseResponse: MessageTypeDefinition<_ledger_v1_ResolveSuspenseResponseInput, _ledger_v1_ResolveSuspenseResponse>
      SignedCheckpoints: MessageTypeDefinition<_ledger_v1_SignedCheckpointsInput, _ledger_v1_SignedCheckpoints>
      SuspenseItem: MessageTypeDefinition<_ledger_v1_SuspenseItemInput, _ledger_v1_SuspenseItem>
      UnreadWindow: MessageTypeDefinition<_ledger_v1_UnreadWindowInput, _ledger_v1_UnreadWindow>
      VerifyBooksRequest: MessageTypeDefinition<_ledger_v1_VerifyBooksRequestInput, _ledger_v1_VerifyBooksRequest>
      VerifyBooksResponse: MessageTypeDefinition<_ledger_v1_VerifyBooksResponseInput, _ledger_v1_VerifyBooksResponse>
      WatchChangesRequest: MessageTypeDefinition<_ledger_v1_WatchChangesRequestInput, _ledger_v1_WatchChangesRequest>
      WatchChangesResponse: MessageTypeDefinition<_ledger_v1_WatchChangesResponseInput, _ledger_v1_WatchChangesResponse>
    }
  }
}

