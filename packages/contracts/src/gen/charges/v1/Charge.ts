// Original file: proto/charges/v1/charge.proto

import type { ChargeStatusInput as _charges_v1_ChargeStatusInput, ChargeStatus as _charges_v1_ChargeStatus } from '../../charges/v1/ChargeStatus.ts';
import type { Long } from '@grpc/proto-loader';

export interface ChargeInput {
  'id'?: (string);
  'paymentLinkId'?: (string);
  'emv'?: (string);
  'valueCents'?: (number | string | Long);
  'originalValueCents'?: (number | string | Long);
  'feeCents'?: (number | string | Long);
  'status'?: (_charges_v1_ChargeStatusInput);
  'createdAt'?: (string);
  'expiresAt'?: (string);
  'externalId'?: (string);
  'description'?: (string);
  'paidAt'?: (string);
  'paidLate'?: (boolean);
  'refundedCents'?: (number | string | Long);
  'endToEndId'?: (string);
  'paidCents'?: (number | string | Long);
  'metadata'?: ({[key: string]: string});
  'payerName'?: (string);
  'payerDocument'?: (string);
}

export interface Charge {
  'id': (string);
  'paymentLinkId': (string);
  'emv': (string);
  'valueCents': (number);
  'originalValueCents': (number);
  'feeCents': (number);
  'status': (_charges_v1_ChargeStatus);
  'createdAt': (string);
  'expiresAt': (string);
  'externalId': (string);
  'description': (string);
  'paidAt': (string);
  'paidLate': (boolean);
  'refundedCents': (number);
  'endToEndId': (string);
  'paidCents': (number);
  'metadata': ({[key: string]: string});
  'payerName': (string);
  'payerDocument': (string);
}
