// Original file: proto/auth/v1/operations.proto


export interface FindUnknownAccountsRequestInput {
  'accountIds'?: (string)[];
}

export interface FindUnknownAccountsRequest {
  'accountIds': (string)[];
}
