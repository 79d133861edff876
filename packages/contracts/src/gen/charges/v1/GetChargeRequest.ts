// Original file: proto/charges/v1/charges.proto


export interface GetChargeRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'waitSeconds'?: (number);
}

export interface GetChargeRequest {
  'accountId': (string);
  'paymentLinkId': (string);
  'waitSeconds': (number);
}
