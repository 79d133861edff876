// Original file: proto/ledger/v1/suspense.proto


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
