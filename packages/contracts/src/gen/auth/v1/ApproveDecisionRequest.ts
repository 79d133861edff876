// Original file: proto/auth/v1/approvals.proto


export interface ApproveDecisionRequestInput {
  'approvalId'?: (string);
}

export interface ApproveDecisionRequest {
  'approvalId': (string);
}
