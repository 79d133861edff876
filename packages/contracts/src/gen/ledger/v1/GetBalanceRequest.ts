// Original file: proto/ledger/v1/ledger.proto


export interface GetBalanceRequestInput {
  'accountId'?: (string);
  'at'?: (string);
}

export interface GetBalanceRequest {
  'accountId': (string);
  'at': (string);
}
