// Original file: proto/charges/v1/unclear.proto


export interface UnclearPaymentInput {
  'id'?: (string);
  'endToEndId'?: (string);
  'txid'?: (string);
  'problem'?: (string);
  'firstSeenAt'?: (string);
  'lastSeenAt'?: (string);
  'attempts'?: (number);
  'nextAttemptAt'?: (string);
  'windowFrom'?: (string);
  'windowTo'?: (string);
}

export interface UnclearPayment {
  'id': (string);
  'endToEndId': (string);
  'txid': (string);
  'problem': (string);
  'firstSeenAt': (string);
  'lastSeenAt': (string);
  'attempts': (number);
  'nextAttemptAt': (string);
  'windowFrom': (string);
  'windowTo': (string);
}
