// Original file: proto/webhooks/v1/webhooks.proto


export interface ReplayWindowResponseInput {
  'count'?: (number);
}

export interface ReplayWindowResponse {
  'count': (number);
}
