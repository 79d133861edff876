// Original file: proto/charges/v1/changes.proto


export interface ChangeInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'status'?: (string);
}

export interface Change {
  'accountId': (string);
  'paymentLinkId': (string);
  'status': (string);
}
