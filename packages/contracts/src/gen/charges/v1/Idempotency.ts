// Original file: proto/charges/v1/idempotency.proto


export interface IdempotencyInput {
  'key'?: (string);
  'fingerprint'?: (string);
}

export interface Idempotency {
  'key': (string);
  'fingerprint': (string);
}
