// Original file: proto/ledger/v1/ledger.proto


export interface ListEntriesRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListEntriesRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
}
