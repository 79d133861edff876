// Original file: proto/charges/v1/audit.proto

import type { AuditedChargeInput as _charges_v1_AuditedChargeInput, AuditedCharge as _charges_v1_AuditedCharge } from '../../charges/v1/AuditedCharge.ts';

export interface ListChargesForAuditResponseInput {
  'charges'?: (_charges_v1_AuditedChargeInput)[];
  'nextCursor'?: (string);
}

export interface ListChargesForAuditResponse {
  'charges': (_charges_v1_AuditedCharge)[];
  'nextCursor': (string);
}
