// Original file: proto/ledger/v1/ledger.proto


export interface GetBalanceRequestInput {
  'accountId'?: (string);
}

export interface GetBalanceRequest {
  'accountId': (string);
}
