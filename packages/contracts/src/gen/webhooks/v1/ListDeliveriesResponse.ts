// Original file: proto/webhooks/v1/deliveries.proto

import type { DeliveryInput as _webhooks_v1_DeliveryInput, Delivery as _webhooks_v1_Delivery } from '../../webhooks/v1/Delivery.ts';

export interface ListDeliveriesResponseInput {
  'deliveries'?: (_webhooks_v1_DeliveryInput)[];
  'nextCursor'?: (string);
}

export interface ListDeliveriesResponse {
  'deliveries': (_webhooks_v1_Delivery)[];
  'nextCursor': (string);
}
