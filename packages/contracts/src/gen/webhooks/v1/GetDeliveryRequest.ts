// Original file: proto/webhooks/v1/deliveries.proto


export interface GetDeliveryRequestInput {
  'accountId'?: (string);
  'deliveryId'?: (string);
}

export interface GetDeliveryRequest {
  'accountId': (string);
  'deliveryId': (string);
}
