// Original file: proto/auth/v1/approvals.proto


export interface FinishApprovalResponseInput {
}

export interface FinishApprovalResponse {
}
