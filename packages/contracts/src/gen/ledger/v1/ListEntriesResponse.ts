// Original file: proto/ledger/v1/ledger.proto

import type { EntryInput as _ledger_v1_EntryInput, Entry as _ledger_v1_Entry } from '../../ledger/v1/Entry.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListEntriesResponseInput {
  'entries'?: (_ledger_v1_EntryInput)[];
  'nextCursor'?: (string);
  'openingBalanceCents'?: (number | string | Long);
  'closingBalanceCents'?: (number | string | Long);
}

export interface ListEntriesResponse {
  'entries': (_ledger_v1_Entry)[];
  'nextCursor': (string);
  'openingBalanceCents': (number);
  'closingBalanceCents': (number);
}
