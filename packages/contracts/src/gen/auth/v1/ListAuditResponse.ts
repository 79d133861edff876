// Original file: proto/auth/v1/safety.proto

import type { AuditEntryInput as _auth_v1_AuditEntryInput, AuditEntry as _auth_v1_AuditEntry } from '../../auth/v1/AuditEntry.ts';

export interface ListAuditResponseInput {
  'entries'?: (_auth_v1_AuditEntryInput)[];
  'nextCursor'?: (string);
}

export interface ListAuditResponse {
  'entries': (_auth_v1_AuditEntry)[];
  'nextCursor': (string);
}
