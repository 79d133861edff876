// Original file: proto/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface RepublishEventsResponseInput {
  'events'?: (number | string | Long);
  'nextFrom'?: (string);
  'skipped'?: (number | string | Long);
}

export interface RepublishEventsResponse {
  'events': (number);
  'nextFrom': (string);
  'skipped': (number);
}
