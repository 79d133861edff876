// Original file: proto/webhooks/v1/deliveries.proto


export interface GetDeliveryTimelineRequestInput {
  'accountId'?: (string);
  'chargeId'?: (string);
}

export interface GetDeliveryTimelineRequest {
  'accountId': (string);
  'chargeId': (string);
}
