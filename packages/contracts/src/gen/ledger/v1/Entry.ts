// Original file: proto/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface EntryInput {
  'id'?: (string);
  'at'?: (string);
  'kind'?: (string);
  'amountCents'?: (number | string | Long);
  'balanceCents'?: (number | string | Long);
  'paymentLinkId'?: (string);
  'description'?: (string);
  'valueCents'?: (number | string | Long);
  'feeCents'?: (number | string | Long);
  'externalId'?: (string);
  '_valueCents'?: "valueCents";
  '_feeCents'?: "feeCents";
}

export interface Entry {
  'id': (string);
  'at': (string);
  'kind': (string);
  'amountCents': (number);
  'balanceCents': (number);
  'paymentLinkId': (string);
  'description': (string);
  'valueCents'?: (number);
  'feeCents'?: (number);
  'externalId': (string);
  '_valueCents'?: "valueCents";
  '_feeCents'?: "feeCents";
}
