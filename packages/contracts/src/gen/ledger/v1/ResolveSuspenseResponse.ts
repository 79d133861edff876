// Original file: proto/ledger/v1/suspense.proto

import type { SuspenseItemInput as _ledger_v1_SuspenseItemInput, SuspenseItem as _ledger_v1_SuspenseItem } from '../../ledger/v1/SuspenseItem.ts';

export interface ResolveSuspenseResponseInput {
  'item'?: (_ledger_v1_SuspenseItemInput | null);
}

export interface ResolveSuspenseResponse {
  'item': (_ledger_v1_SuspenseItem | null);
}
