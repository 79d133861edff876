// Original file: proto/webhooks/v1/deliveries.proto

import type { AttemptInput as _webhooks_v1_AttemptInput, Attempt as _webhooks_v1_Attempt } from '../../webhooks/v1/Attempt.ts';
import type { TriggerInput as _webhooks_v1_TriggerInput, Trigger as _webhooks_v1_Trigger } from '../../webhooks/v1/Trigger.ts';

export interface DeliveryInput {
  'id'?: (string);
  'eventId'?: (string);
  'event'?: (string);
  'status'?: (string);
  'createdAt'?: (string);
  'attempts'?: (_webhooks_v1_AttemptInput)[];
  'nextAttemptsAt'?: (string)[];
  'endpointId'?: (string);
  'endpointName'?: (string);
  'body'?: (string);
  'isTest'?: (boolean);
  'trigger'?: (_webhooks_v1_TriggerInput | null);
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
  'endpointName': (string);
  'body': (string);
  'isTest': (boolean);
  'trigger': (_webhooks_v1_Trigger | null);
}
