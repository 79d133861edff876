// Original file: proto/charges/v1/unclear.proto


export interface ListUnclearPaymentsRequestInput {
  'limit'?: (number);
}

export interface ListUnclearPaymentsRequest {
  'limit': (number);
}
