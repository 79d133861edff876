// Original file: proto/webhooks/v1/deliveries.proto


export interface TriggerInput {
  'kind'?: (string);
  'at'?: (string);
}

export interface Trigger {
  'kind': (string);
  'at': (string);
}
