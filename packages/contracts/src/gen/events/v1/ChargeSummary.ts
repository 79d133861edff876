// Original file: proto/events/v1/events.proto

import type { FeePlanInput as _events_v1_FeePlanInput, FeePlan as _events_v1_FeePlan } from '../../events/v1/FeePlan.ts';
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
  'description'?: (string);
  'feePlan'?: (_events_v1_FeePlanInput | null);
  'metadata'?: ({[key: string]: string});
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
  'description': (string);
  'feePlan': (_events_v1_FeePlan | null);
  'metadata': ({[key: string]: string});
}
