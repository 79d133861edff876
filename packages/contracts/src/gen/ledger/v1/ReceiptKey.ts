// Original file: proto/ledger/v1/ledger.proto


export interface ReceiptKeyInput {
  'keyId'?: (string);
  'x'?: (string);
}

export interface ReceiptKey {
  'keyId': (string);
  'x': (string);
}
