// Original file: proto/charges/v1/charges.proto


export interface IdempotencyInput {
  'key'?: (string);
  'fingerprint'?: (string);
}

export interface Idempotency {
  'key': (string);
  'fingerprint': (string);
}
