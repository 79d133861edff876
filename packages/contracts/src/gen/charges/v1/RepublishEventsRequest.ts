// Original file: proto/charges/v1/republish.proto


export interface RepublishEventsRequestInput {
  'from'?: (string);
  'to'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface RepublishEventsRequest {
  'from': (string);
  'to': (string);
  'operator': (string);
  'reason': (string);
}
