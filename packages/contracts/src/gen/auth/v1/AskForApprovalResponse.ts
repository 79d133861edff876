// Original file: proto/auth/v1/approvals.proto

import type { ApprovalInput as _auth_v1_ApprovalInput, Approval as _auth_v1_Approval } from '../../auth/v1/Approval.ts';

export interface AskForApprovalResponseInput {
  'approval'?: (_auth_v1_ApprovalInput | null);
}

export interface AskForApprovalResponse {
  'approval': (_auth_v1_Approval | null);
}
