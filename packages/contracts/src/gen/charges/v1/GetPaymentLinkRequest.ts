// Original file: proto/charges/v1/charges.proto


export interface GetPaymentLinkRequestInput {
  'paymentLinkId'?: (string);
}

export interface GetPaymentLinkRequest {
  'paymentLinkId': (string);
}
