// Original file: proto/parked/v1/parked.proto


export interface RetryParkedResponseInput {
  'records'?: (number);
  'keys'?: (number);
}

export interface RetryParkedResponse {
  'records': (number);
  'keys': (number);
}
