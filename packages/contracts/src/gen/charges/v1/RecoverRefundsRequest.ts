// Original file: proto/charges/v1/recovery.proto


export interface RecoverRefundsRequestInput {
  'from'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface RecoverRefundsRequest {
  'from': (string);
  'operator': (string);
  'reason': (string);
}
