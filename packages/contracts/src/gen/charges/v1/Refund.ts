// Original file: proto/charges/v1/refunds.proto

import type { RefundStatusInput as _charges_v1_RefundStatusInput, RefundStatus as _charges_v1_RefundStatus } from '../../charges/v1/RefundStatus.ts';
import type { RefundOriginInput as _charges_v1_RefundOriginInput, RefundOrigin as _charges_v1_RefundOrigin } from '../../charges/v1/RefundOrigin.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundInput {
  'id'?: (string);
  'valueCents'?: (number | string | Long);
  'status'?: (_charges_v1_RefundStatusInput);
  'reason'?: (string);
  'createdAt'?: (string);
  'origin'?: (_charges_v1_RefundOriginInput);
  'natureza'?: (string);
  'settledAt'?: (string);
  'failure'?: (string);
  'endToEndId'?: (string);
  'failureCode'?: (string);
  'paymentLinkId'?: (string);
}

export interface Refund {
  'id': (string);
  'valueCents': (number);
  'status': (_charges_v1_RefundStatus);
  'reason': (string);
  'createdAt': (string);
  'origin': (_charges_v1_RefundOrigin);
  'natureza': (string);
  'settledAt': (string);
  'failure': (string);
  'endToEndId': (string);
  'failureCode': (string);
  'paymentLinkId': (string);
}
