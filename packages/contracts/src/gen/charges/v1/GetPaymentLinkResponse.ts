// Original file: proto/charges/v1/charges.proto

import type { ChargeStatusInput as _charges_v1_ChargeStatusInput, ChargeStatus as _charges_v1_ChargeStatus } from '../../charges/v1/ChargeStatus.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetPaymentLinkResponseInput {
  'paymentLinkId'?: (string);
  'emv'?: (string);
  'valueCents'?: (number | string | Long);
  'status'?: (_charges_v1_ChargeStatusInput);
  'expiresAt'?: (string);
  'description'?: (string);
  'accountId'?: (string);
  'receivedCents'?: (number | string | Long);
}

export interface GetPaymentLinkResponse {
  'paymentLinkId': (string);
  'emv': (string);
  'valueCents': (number);
  'status': (_charges_v1_ChargeStatus);
  'expiresAt': (string);
  'description': (string);
  'accountId': (string);
  'receivedCents': (number);
}
