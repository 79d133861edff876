// Original file: proto/auth/v1/auth.proto


export interface ListKeysRequestInput {
  'accountId'?: (string);
}

export interface ListKeysRequest {
  'accountId': (string);
}
