// Original file: proto/auth/v1/approvals.proto


export interface RejectDecisionRequestInput {
  'approvalId'?: (string);
  'reason'?: (string);
}

export interface RejectDecisionRequest {
  'approvalId': (string);
  'reason': (string);
}
