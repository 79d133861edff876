// Original file: proto/charges/v1/charges.proto


export interface NotifyPaymentsRequestInput {
  'txids'?: (string)[];
}

export interface NotifyPaymentsRequest {
  'txids': (string)[];
}
