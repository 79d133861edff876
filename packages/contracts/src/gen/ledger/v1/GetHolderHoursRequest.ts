// Original file: proto/ledger/v1/hours.proto

import type { Long } from '@grpc/proto-loader';

export interface GetHolderHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
  'bucketStarts'?: (number | string | Long)[];
}

export interface GetHolderHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
  'bucketStarts': (number)[];
}
