// Original file: proto/auth/v1/approvals.proto

import type { SignatureInput as _auth_v1_SignatureInput, Signature as _auth_v1_Signature } from '../../auth/v1/Signature.ts';

export interface AskForApprovalRequestInput {
  'decision'?: (string);
  'request'?: (string);
  'approvalId'?: (string);
  'signature'?: (_auth_v1_SignatureInput | null);
}

export interface AskForApprovalRequest {
  'decision': (string);
  'request': (string);
  'approvalId': (string);
  'signature': (_auth_v1_Signature | null);
}
