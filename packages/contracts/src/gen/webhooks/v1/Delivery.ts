// Original file: proto/webhooks/v1/deliveries.proto

import type { AttemptInput as _webhooks_v1_AttemptInput, Attempt as _webhooks_v1_Attempt } from '../../webhooks/v1/Attempt.ts';

export interface DeliveryInput {
  'id'?: (string);
  'eventId'?: (string);
  'event'?: (string);
  'status'?: (string);
  'createdAt'?: (string);
  'attempts'?: (_webhooks_v1_AttemptInput)[];
  'nextAttemptsAt'?: (string)[];
  'endpointId'?: (string);
}

export interface Delivery {
  'id': (string);
  'eventId': (string);
  'event': (string);
  'status': (string);
  'createdAt': (string);
  'attempts': (_webhooks_v1_Attempt)[];
  'nextAttemptsAt': (string)[];
  'endpointId': (string);
}
