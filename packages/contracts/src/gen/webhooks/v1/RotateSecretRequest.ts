// Original file: proto/webhooks/v1/webhooks.proto


export interface RotateSecretRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
}

export interface RotateSecretRequest {
  'accountId': (string);
  'endpointId': (string);
}
