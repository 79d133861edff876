// Original file: proto/auth/v1/approvals.proto

import type { SignatureInput as _auth_v1_SignatureInput, Signature as _auth_v1_Signature } from '../../auth/v1/Signature.ts';

export interface CheckApprovalResponseInput {
  'askedBy'?: (string);
  'approvedBy'?: (string);
  'askedSignature'?: (_auth_v1_SignatureInput | null);
  'approvedSignature'?: (_auth_v1_SignatureInput | null);
  'isRepeat'?: (boolean);
}

export interface CheckApprovalResponse {
  'askedBy': (string);
  'approvedBy': (string);
  'askedSignature': (_auth_v1_Signature | null);
  'approvedSignature': (_auth_v1_Signature | null);
  'isRepeat': (boolean);
}
