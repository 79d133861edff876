// Original file: proto/auth/v1/auth.proto


export interface GetAccountRequestInput {
  'accountId'?: (string);
}

export interface GetAccountRequest {
  'accountId': (string);
}
