// Original file: proto/auth/v1/approvals.proto


export interface CheckApprovalResponseInput {
  'askedBy'?: (string);
  'approvedBy'?: (string);
}

export interface CheckApprovalResponse {
  'askedBy': (string);
  'approvedBy': (string);
}
