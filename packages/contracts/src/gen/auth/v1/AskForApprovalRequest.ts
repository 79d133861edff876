// Original file: proto/auth/v1/approvals.proto


export interface AskForApprovalRequestInput {
  'decision'?: (string);
  'request'?: (string);
}

export interface AskForApprovalRequest {
  'decision': (string);
  'request': (string);
}
