// Original file: proto/charges/v1/hours.proto

import type { Long } from '@grpc/proto-loader';

export interface GetChargeHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
  'bucketStarts'?: (number | string | Long)[];
}

export interface GetChargeHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
  'bucketStarts': (number)[];
}
