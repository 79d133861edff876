// Original file: proto/auth/v1/approvals.proto


export interface ApprovalInput {
  'id'?: (string);
  'decision'?: (string);
  'request'?: (string);
  'askedBy'?: (string);
  'askedAt'?: (string);
  'expiresAt'?: (string);
  'status'?: (string);
  'decidedBy'?: (string);
  'decidedAt'?: (string);
  'rejection'?: (string);
}

export interface Approval {
  'id': (string);
  'decision': (string);
  'request': (string);
  'askedBy': (string);
  'askedAt': (string);
  'expiresAt': (string);
  'status': (string);
  'decidedBy': (string);
  'decidedAt': (string);
  'rejection': (string);
}
