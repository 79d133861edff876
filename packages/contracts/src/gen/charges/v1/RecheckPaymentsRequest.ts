// Original file: proto/charges/v1/unclear.proto


export interface RecheckPaymentsRequestInput {
  'ids'?: (string)[];
}

export interface RecheckPaymentsRequest {
  'ids': (string)[];
}
