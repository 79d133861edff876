// Original file: proto/charges/v1/accounts.proto


export interface ListAccountsRequestInput {
  'after'?: (string);
  'limit'?: (number);
}

export interface ListAccountsRequest {
  'after': (string);
  'limit': (number);
}
