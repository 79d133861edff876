// Original file: proto/auth/v1/approvals.proto


export interface GetApprovalRequestInput {
  'approvalId'?: (string);
}

export interface GetApprovalRequest {
  'approvalId': (string);
}
