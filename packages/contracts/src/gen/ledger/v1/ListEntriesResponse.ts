// Original file: proto/ledger/v1/ledger.proto

import type { EntryInput as _ledger_v1_EntryInput, Entry as _ledger_v1_Entry } from '../../ledger/v1/Entry.ts';

export interface ListEntriesResponseInput {
  'entries'?: (_ledger_v1_EntryInput)[];
  'nextCursor'?: (string);
}

export interface ListEntriesResponse {
  'entries': (_ledger_v1_Entry)[];
  'nextCursor': (string);
}
