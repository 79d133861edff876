// Original file: proto/charges/v1/republish.proto


export interface RepublishEventsRequestInput {
  'from'?: (string);
  'to'?: (string);
  'operator'?: (string);
  'reason'?: (string);
  'approvalId'?: (string);
  'resumeFrom'?: (string);
}

export interface RepublishEventsRequest {
  'from': (string);
  'to': (string);
  'operator': (string);
  'reason': (string);
  'approvalId': (string);
  'resumeFrom': (string);
}
