// Original file: proto/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

export interface FeePlanInput {
  'version'?: (string);
  'termsVersion'?: (number);
  'basisPoints'?: (number);
  'fixedCents'?: (number | string | Long);
  'minCents'?: (number | string | Long);
  'maxCents'?: (number | string | Long);
  'mode'?: (string);
  '_maxCents'?: "maxCents";
}

export interface FeePlan {
  'version': (string);
  'termsVersion': (number);
  'basisPoints': (number);
  'fixedCents': (number);
  'minCents': (number);
  'maxCents'?: (number);
  'mode': (string);
  '_maxCents'?: "maxCents";
}
