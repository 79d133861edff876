// Original file: proto/charges/v1/refunds.proto

import type { IdempotencyInput as _charges_v1_IdempotencyInput, Idempotency as _charges_v1_Idempotency } from '../../charges/v1/Idempotency.ts';
import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundChargeRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'valueCents'?: (number | string | Long);
  'reason'?: (string);
  'idempotency'?: (_charges_v1_IdempotencyInput | null);
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface RefundChargeRequest {
  'accountId': (string);
  'paymentLinkId': (string);
  'valueCents': (number);
  'reason': (string);
  'idempotency': (_charges_v1_Idempotency | null);
  'requester': (_access_v1_Requester | null);
}
