// Original file: proto/auth/v1/approvals.proto


export interface CheckApprovalRequestInput {
  'approvalId'?: (string);
  'decision'?: (string);
  'request'?: (string);
  'person'?: (string);
}

export interface CheckApprovalRequest {
  'approvalId': (string);
  'decision': (string);
  'request': (string);
  'person': (string);
}
