// Original file: proto/ledger/v1/ledger.proto


export interface GetReceiptResponseInput {
  'receipt'?: (string);
}

export interface GetReceiptResponse {
  'receipt': (string);
}
