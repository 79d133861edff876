// Original file: proto/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface RepublishEventsResponseInput {
  'events'?: (number | string | Long);
  'nextFrom'?: (string);
}

export interface RepublishEventsResponse {
  'events': (number);
  'nextFrom': (string);
}
