// Original file: proto/parked/v1/parked.proto


export interface DiscardParkedResponseInput {
  'records'?: (number);
  'key'?: (string);
  'left'?: (number);
}

export interface DiscardParkedResponse {
  'records': (number);
  'key': (string);
  'left': (number);
}
