// Original file: proto/webhooks/v1/deliveries.proto

import type { AuditedEventInput as _webhooks_v1_AuditedEventInput, AuditedEvent as _webhooks_v1_AuditedEvent } from '../../webhooks/v1/AuditedEvent.ts';

export interface ListEventsForAuditResponseInput {
  'events'?: (_webhooks_v1_AuditedEventInput)[];
  'nextCursor'?: (string);
}

export interface ListEventsForAuditResponse {
  'events': (_webhooks_v1_AuditedEvent)[];
  'nextCursor': (string);
}
