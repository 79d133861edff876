// Original file: proto/ledger/v1/recovery.proto

import type { RefundMovementInput as _ledger_v1_RefundMovementInput, RefundMovement as _ledger_v1_RefundMovement } from '../../ledger/v1/RefundMovement.ts';

export interface ListRefundMovementsResponseInput {
  'movements'?: (_ledger_v1_RefundMovementInput)[];
  'nextCursor'?: (string);
}

export interface ListRefundMovementsResponse {
  'movements': (_ledger_v1_RefundMovement)[];
  'nextCursor': (string);
}
