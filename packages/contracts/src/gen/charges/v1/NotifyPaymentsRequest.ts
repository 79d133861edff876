// Original file: proto/charges/v1/callbacks.proto


export interface NotifyPaymentsRequestInput {
  'txids'?: (string)[];
  'endToEndIds'?: (string)[];
}

export interface NotifyPaymentsRequest {
  'txids': (string)[];
  'endToEndIds': (string)[];
}
