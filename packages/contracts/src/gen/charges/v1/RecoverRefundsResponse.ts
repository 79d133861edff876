// Original file: proto/charges/v1/recovery.proto

import type { Long } from '@grpc/proto-loader';

export interface RecoverRefundsResponseInput {
  'recovered'?: (number | string | Long);
  'waiting'?: (string)[];
}

export interface RecoverRefundsResponse {
  'recovered': (number);
  'waiting': (string)[];
}
