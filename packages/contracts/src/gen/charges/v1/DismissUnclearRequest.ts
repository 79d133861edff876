// Original file: proto/charges/v1/unclear.proto


export interface DismissUnclearRequestInput {
  'id'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface DismissUnclearRequest {
  'id': (string);
  'operator': (string);
  'reason': (string);
}
