// Original file: proto/ledger/v1/ledger.proto

import type { ReceiptKeyInput as _ledger_v1_ReceiptKeyInput, ReceiptKey as _ledger_v1_ReceiptKey } from '../../ledger/v1/ReceiptKey.ts';

export interface ListReceiptKeysResponseInput {
  'keys'?: (_ledger_v1_ReceiptKeyInput)[];
}

export interface ListReceiptKeysResponse {
  'keys': (_ledger_v1_ReceiptKey)[];
}
