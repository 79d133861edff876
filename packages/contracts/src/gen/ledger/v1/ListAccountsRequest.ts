// Original file: proto/ledger/v1/accounts.proto


export interface ListAccountsRequestInput {
  'after'?: (string);
  'limit'?: (number);
}

export interface ListAccountsRequest {
  'after': (string);
  'limit': (number);
}
