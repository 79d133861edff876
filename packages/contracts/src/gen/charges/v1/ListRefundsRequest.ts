// Original file: proto/charges/v1/refunds.proto


export interface ListRefundsRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListRefundsRequest {
  'accountId': (string);
  'paymentLinkId': (string);
  'limit': (number);
  'cursor': (string);
}
