// Original file: proto/events/v1/events.proto

import type { ChargeCompletedInput as _events_v1_ChargeCompletedInput, ChargeCompleted as _events_v1_ChargeCompleted } from '../../events/v1/ChargeCompleted.ts';
import type { ChargeExpiredInput as _events_v1_ChargeExpiredInput, ChargeExpired as _events_v1_ChargeExpired } from '../../events/v1/ChargeExpired.ts';
import type { ChargeCanceledInput as _events_v1_ChargeCanceledInput, ChargeCanceled as _events_v1_ChargeCanceled } from '../../events/v1/ChargeCanceled.ts';
import type { PaymentExceptionInput as _events_v1_PaymentExceptionInput, PaymentException as _events_v1_PaymentException } from '../../events/v1/PaymentException.ts';
import type { RefundSettledInput as _events_v1_RefundSettledInput, RefundSettled as _events_v1_RefundSettled } from '../../events/v1/RefundSettled.ts';
import type { RefundFailedInput as _events_v1_RefundFailedInput, RefundFailed as _events_v1_RefundFailed } from '../../events/v1/RefundFailed.ts';
import type { PaymentReturnedInput as _events_v1_PaymentReturnedInput, PaymentReturned as _events_v1_PaymentReturned } from '../../events/v1/PaymentReturned.ts';

export interface ChargeEventInput {
  'chargeCompleted'?: (_events_v1_ChargeCompletedInput | null);
  'chargeExpired'?: (_events_v1_ChargeExpiredInput | null);
  'chargeCanceled'?: (_events_v1_ChargeCanceledInput | null);
  'paymentException'?: (_events_v1_PaymentExceptionInput | null);
  'refundSettled'?: (_events_v1_RefundSettledInput | null);
  'refundFailed'?: (_events_v1_RefundFailedInput | null);
  'version'?: (number);
  'currency'?: (string);
  'paymentReturned'?: (_events_v1_PaymentReturnedInput | null);
  'event'?: "chargeCompleted"|"chargeExpired"|"chargeCanceled"|"paymentException"|"refundSettled"|"refundFailed"|"paymentReturned";
}

export interface ChargeEvent {
  'chargeCompleted'?: (_events_v1_ChargeCompleted | null);
  'chargeExpired'?: (_events_v1_ChargeExpired | null);
  'chargeCanceled'?: (_events_v1_ChargeCanceled | null);
  'paymentException'?: (_events_v1_PaymentException | null);
  'refundSettled'?: (_events_v1_RefundSettled | null);
  'refundFailed'?: (_events_v1_RefundFailed | null);
  'version': (number);
  'currency': (string);
  'paymentReturned'?: (_events_v1_PaymentReturned | null);
  'event'?: "chargeCompleted"|"chargeExpired"|"chargeCanceled"|"paymentException"|"refundSettled"|"refundFailed"|"paymentReturned";
}
