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

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
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
}

