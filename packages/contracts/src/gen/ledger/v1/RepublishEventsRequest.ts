// Original file: proto/ledger/v1/ledger.proto


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
