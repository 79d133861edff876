// Original file: proto/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface ChargeSummaryInput {
  'chargeId'?: (string);
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'externalId'?: (string);
  'valueCents'?: (number | string | Long);
  'originalValueCents'?: (number | string | Long);
  'feeCents'?: (number | string | Long);
  'createdAt'?: (string);
}

export interface ChargeSummary {
  'chargeId': (string);
  'accountId': (string);
  'paymentLinkId': (string);
  'externalId': (string);
  'valueCents': (number);
  'originalValueCents': (number);
  'feeCents': (number);
  'createdAt': (string);
}
