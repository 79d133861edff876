// Original file: proto/auth/v1/approvals.proto


export interface FinishApprovalRequestInput {
  'approvalId'?: (string);
}

export interface FinishApprovalRequest {
  'approvalId': (string);
}
