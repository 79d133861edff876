// Original file: proto/ledger/v1/ledger.proto


export interface ListSuspenseRequestInput {
  'limit'?: (number);
  'cursor'?: (string);
  'withResolved'?: (boolean);
  'accountId'?: (string);
}

export interface ListSuspenseRequest {
  'limit': (number);
  'cursor': (string);
  'withResolved': (boolean);
  'accountId': (string);
}
