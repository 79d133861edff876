// Original file: proto/ledger/v1/ledger.proto


export interface GetReceiptRequestInput {
  'accountId'?: (string);
  'chargeId'?: (string);
}

export interface GetReceiptRequest {
  'accountId': (string);
  'chargeId': (string);
}
