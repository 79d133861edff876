// Original file: proto/webhooks/v1/deliveries.proto


export interface ReplayWindowResponseInput {
  'count'?: (number);
}

export interface ReplayWindowResponse {
  'count': (number);
}
