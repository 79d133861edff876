// Original file: proto/charges/v1/refunds.proto


export interface GetRefundRequestInput {
  'accountId'?: (string);
  'refundId'?: (string);
}

export interface GetRefundRequest {
  'accountId': (string);
  'refundId': (string);
}
