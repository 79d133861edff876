// Original file: proto/webhooks/v1/rollups.proto

import type { Long } from '@grpc/proto-loader';

export interface GetNotifiedHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
  'bucketStarts'?: (number | string | Long)[];
}

export interface GetNotifiedHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
  'bucketStarts': (number)[];
}
