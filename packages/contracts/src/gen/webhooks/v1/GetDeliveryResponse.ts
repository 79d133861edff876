// Original file: proto/webhooks/v1/deliveries.proto

import type { DeliveryInput as _webhooks_v1_DeliveryInput, Delivery as _webhooks_v1_Delivery } from '../../webhooks/v1/Delivery.ts';

export interface GetDeliveryResponseInput {
  'delivery'?: (_webhooks_v1_DeliveryInput | null);
}

export interface GetDeliveryResponse {
  'delivery': (_webhooks_v1_Delivery | null);
}
