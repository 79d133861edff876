// Original file: proto/auth/v1/account.proto


export interface GetAccountRequestInput {
  'accountId'?: (string);
}

export interface GetAccountRequest {
  'accountId': (string);
}
