// Original file: proto/events/v1/events.proto

import type { FeePlanInput as _events_v1_FeePlanInput, FeePlan as _events_v1_FeePlan } from '../../events/v1/FeePlan.ts';
import type { Long } from '@grpc/proto-loader';

export interface ChargeCompletedInput {
  'chargeId'?: (string);
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'valueCents'?: (number | string | Long);
  'originalValueCents'?: (number | string | Long);
  'feeCents'?: (number | string | Long);
  'paidCents'?: (number | string | Long);
  'endToEndId'?: (string);
  'createdAt'?: (string);
  'paidAt'?: (string);
  'confirmedAt'?: (string);
  'externalId'?: (string);
  'paidLate'?: (boolean);
  'description'?: (string);
  'feePlan'?: (_events_v1_FeePlanInput | null);
  'metadata'?: ({[key: string]: string});
  'payerName'?: (string);
  'payerDocument'?: (string);
}

export interface ChargeCompleted {
  'chargeId': (string);
  'accountId': (string);
  'paymentLinkId': (string);
  'valueCents': (number);
  'originalValueCents': (number);
  'feeCents': (number);
  'paidCents': (number);
  'endToEndId': (string);
  'createdAt': (string);
  'paidAt': (string);
  'confirmedAt': (string);
  'externalId': (string);
  'paidLate': (boolean);
  'description': (string);
  'feePlan': (_events_v1_FeePlan | null);
  'metadata': ({[key: string]: string});
  'payerName': (string);
  'payerDocument': (string);
}
