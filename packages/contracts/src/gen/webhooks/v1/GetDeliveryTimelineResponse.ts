// Original file: proto/webhooks/v1/deliveries.proto

import type { DeliveryTimelineEntryInput as _webhooks_v1_DeliveryTimelineEntryInput, DeliveryTimelineEntry as _webhooks_v1_DeliveryTimelineEntry } from '../../webhooks/v1/DeliveryTimelineEntry.ts';

export interface GetDeliveryTimelineResponseInput {
  'entries'?: (_webhooks_v1_DeliveryTimelineEntryInput)[];
}

export interface GetDeliveryTimelineResponse {
  'entries': (_webhooks_v1_DeliveryTimelineEntry)[];
}
