// Original file: proto/charges/v1/callbacks.proto


export interface NotifiedPaymentInput {
  'txid'?: (string);
  'endToEndId'?: (string);
  'isReturned'?: (boolean);
}

export interface NotifiedPayment {
  'txid': (string);
  'endToEndId': (string);
  'isReturned': (boolean);
}
