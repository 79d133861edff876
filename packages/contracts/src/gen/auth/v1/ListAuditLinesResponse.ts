// Original file: proto/auth/v1/operations.proto

import type { AuditLogLineInput as _auth_v1_AuditLogLineInput, AuditLogLine as _auth_v1_AuditLogLine } from '../../auth/v1/AuditLogLine.ts';

export interface ListAuditLinesResponseInput {
  'lines'?: (_auth_v1_AuditLogLineInput)[];
}

export interface ListAuditLinesResponse {
  'lines': (_auth_v1_AuditLogLine)[];
}
