// Original file: proto/events/v1/events.proto

import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from '../../events/v1/DepositCredited.ts';
import type { PaymentSuspendedInput as _events_v1_PaymentSuspendedInput, PaymentSuspended as _events_v1_PaymentSuspended } from '../../events/v1/PaymentSuspended.ts';
import type { RefundPostedInput as _events_v1_RefundPostedInput, RefundPosted as _events_v1_RefundPosted } from '../../events/v1/RefundPosted.ts';
import type { ReturnPostedInput as _events_v1_ReturnPostedInput, ReturnPosted as _events_v1_ReturnPosted } from '../../events/v1/ReturnPosted.ts';
import type { RefundReleasedInput as _events_v1_RefundReleasedInput, RefundReleased as _events_v1_RefundReleased } from '../../events/v1/RefundReleased.ts';
import type { SuspenseResolvedInput as _events_v1_SuspenseResolvedInput, SuspenseResolved as _events_v1_SuspenseResolved } from '../../events/v1/SuspenseResolved.ts';

export interface LedgerEventInput {
  'depositCredited'?: (_events_v1_DepositCreditedInput | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspendedInput | null);
  'refundPosted'?: (_events_v1_RefundPostedInput | null);
  'returnPosted'?: (_events_v1_ReturnPostedInput | null);
  'refundReleased'?: (_events_v1_RefundReleasedInput | null);
  'suspenseResolved'?: (_events_v1_SuspenseResolvedInput | null);
  'event'?: "depositCredited"|"paymentSuspended"|"refundPosted"|"returnPosted"|"refundReleased"|"suspenseResolved";
}

export interface LedgerEvent {
  'depositCredited'?: (_events_v1_DepositCredited | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspended | null);
  'refundPosted'?: (_events_v1_RefundPosted | null);
  'returnPosted'?: (_events_v1_ReturnPosted | null);
  'refundReleased'?: (_events_v1_RefundReleased | null);
  'suspenseResolved'?: (_events_v1_SuspenseResolved | null);
  'event'?: "depositCredited"|"paymentSuspended"|"refundPosted"|"returnPosted"|"refundReleased"|"suspenseResolved";
}
