// Original file: proto/webhooks/v1/webhooks.proto


export interface RotateSecretResponseInput {
  'secret'?: (string);
}

export interface RotateSecretResponse {
  'secret': (string);
}
