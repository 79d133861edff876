// Original file: proto/webhooks/v1/deliveries.proto


export interface RedeliverRequestInput {
  'accountId'?: (string);
  'deliveryId'?: (string);
}

export interface RedeliverRequest {
  'accountId': (string);
  'deliveryId': (string);
}
