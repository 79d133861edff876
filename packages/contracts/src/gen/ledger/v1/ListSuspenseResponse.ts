// Original file: proto/ledger/v1/suspense.proto

import type { SuspenseItemInput as _ledger_v1_SuspenseItemInput, SuspenseItem as _ledger_v1_SuspenseItem } from '../../ledger/v1/SuspenseItem.ts';

export interface ListSuspenseResponseInput {
  'items'?: (_ledger_v1_SuspenseItemInput)[];
  'nextCursor'?: (string);
}

export interface ListSuspenseResponse {
  'items': (_ledger_v1_SuspenseItem)[];
  'nextCursor': (string);
}
