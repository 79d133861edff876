// Original file: proto/events/v1/events.proto

import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from '../../events/v1/DepositCredited.ts';
import type { PaymentSuspendedInput as _events_v1_PaymentSuspendedInput, PaymentSuspended as _events_v1_PaymentSuspended } from '../../events/v1/PaymentSuspended.ts';
import type { RefundBookedInput as _events_v1_RefundBookedInput, RefundBooked as _events_v1_RefundBooked } from '../../events/v1/RefundBooked.ts';
import type { ReturnBookedInput as _events_v1_ReturnBookedInput, ReturnBooked as _events_v1_ReturnBooked } from '../../events/v1/ReturnBooked.ts';
import type { RefundReleasedInput as _events_v1_RefundReleasedInput, RefundReleased as _events_v1_RefundReleased } from '../../events/v1/RefundReleased.ts';
import type { SuspenseResolvedInput as _events_v1_SuspenseResolvedInput, SuspenseResolved as _events_v1_SuspenseResolved } from '../../events/v1/SuspenseResolved.ts';

export interface LedgerEventInput {
  'depositCredited'?: (_events_v1_DepositCreditedInput | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspendedInput | null);
  'refundBooked'?: (_events_v1_RefundBookedInput | null);
  'returnBooked'?: (_events_v1_ReturnBookedInput | null);
  'refundReleased'?: (_events_v1_RefundReleasedInput | null);
  'suspenseResolved'?: (_events_v1_SuspenseResolvedInput | null);
  'event'?: "depositCredited"|"paymentSuspended"|"refundBooked"|"returnBooked"|"refundReleased"|"suspenseResolved";
}

export interface LedgerEvent {
  'depositCredited'?: (_events_v1_DepositCredited | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspended | null);
  'refundBooked'?: (_events_v1_RefundBooked | null);
  'returnBooked'?: (_events_v1_ReturnBooked | null);
  'refundReleased'?: (_events_v1_RefundReleased | null);
  'suspenseResolved'?: (_events_v1_SuspenseResolved | null);
  'event'?: "depositCredited"|"paymentSuspended"|"refundBooked"|"returnBooked"|"refundReleased"|"suspenseResolved";
}
