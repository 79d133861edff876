// Original file: proto/events/v1/events.proto

import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from '../../events/v1/DepositCredited.ts';
import type { PaymentSuspendedInput as _events_v1_PaymentSuspendedInput, PaymentSuspended as _events_v1_PaymentSuspended } from '../../events/v1/PaymentSuspended.ts';
import type { RefundPostedInput as _events_v1_RefundPostedInput, RefundPosted as _events_v1_RefundPosted } from '../../events/v1/RefundPosted.ts';

export interface LedgerEventInput {
  'depositCredited'?: (_events_v1_DepositCreditedInput | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspendedInput | null);
  'refundPosted'?: (_events_v1_RefundPostedInput | null);
  'fact'?: "depositCredited"|"paymentSuspended"|"refundPosted";
}

export interface LedgerEvent {
  'depositCredited'?: (_events_v1_DepositCredited | null);
  'paymentSuspended'?: (_events_v1_PaymentSuspended | null);
  'refundPosted'?: (_events_v1_RefundPosted | null);
  'fact'?: "depositCredited"|"paymentSuspended"|"refundPosted";
}
