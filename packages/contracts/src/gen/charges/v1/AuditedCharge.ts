// Original file: proto/charges/v1/audit.proto

import type { ChargeStatusInput as _charges_v1_ChargeStatusInput, ChargeStatus as _charges_v1_ChargeStatus } from '../../charges/v1/ChargeStatus.ts';
import type { AuditedPaymentInput as _charges_v1_AuditedPaymentInput, AuditedPayment as _charges_v1_AuditedPayment } from '../../charges/v1/AuditedPayment.ts';
import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from '../../charges/v1/Refund.ts';
import type { Long } from '@grpc/proto-loader';

export interface AuditedChargeInput {
  'chargeId'?: (string);
  'accountId'?: (string);
  'txid'?: (string);
  'status'?: (_charges_v1_ChargeStatusInput);
  'valueCents'?: (number | string | Long);
  'feeCents'?: (number | string | Long);
  'payments'?: (_charges_v1_AuditedPaymentInput)[];
  'refunds'?: (_charges_v1_RefundInput)[];
  'history'?: (_charges_v1_ChargeStatusInput)[];
}

export interface AuditedCharge {
  'chargeId': (string);
  'accountId': (string);
  'txid': (string);
  'status': (_charges_v1_ChargeStatus);
  'valueCents': (number);
  'feeCents': (number);
  'payments': (_charges_v1_AuditedPayment)[];
  'refunds': (_charges_v1_Refund)[];
  'history': (_charges_v1_ChargeStatus)[];
}
