// Original file: proto/charges/v1/changes.proto


export interface LinkStatusInput {
  'paymentLinkId'?: (string);
  'status'?: (string);
}

export interface LinkStatus {
  'paymentLinkId': (string);
  'status': (string);
}
