// Original file: proto/auth/v1/keys.proto


export interface ListKeysRequestInput {
  'accountId'?: (string);
}

export interface ListKeysRequest {
  'accountId': (string);
}
