// Original file: proto/charges/v1/charges.proto


export interface CancelChargeRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
}

export interface CancelChargeRequest {
  'accountId': (string);
  'paymentLinkId': (string);
}
