// Original file: proto/charges/v1/accounts.proto


export interface ListAccountsResponseInput {
  'accountIds'?: (string)[];
}

export interface ListAccountsResponse {
  'accountIds': (string)[];
}
