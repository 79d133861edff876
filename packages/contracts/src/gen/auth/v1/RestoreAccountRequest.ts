// Original file: proto/auth/v1/operations.proto


export interface RestoreAccountRequestInput {
  'accountId'?: (string);
  'email'?: (string);
  'name'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface RestoreAccountRequest {
  'accountId': (string);
  'email': (string);
  'name': (string);
  'operator': (string);
  'reason': (string);
}
