// Original file: proto/auth/v1/operations.proto


export interface FindUnknownAccountsResponseInput {
  'accountIds'?: (string)[];
}

export interface FindUnknownAccountsResponse {
  'accountIds': (string)[];
}
