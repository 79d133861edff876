// Original file: proto/ledger/v1/ledger.proto

import type { LedgerTimelineEntryInput as _ledger_v1_LedgerTimelineEntryInput, LedgerTimelineEntry as _ledger_v1_LedgerTimelineEntry } from '../../ledger/v1/LedgerTimelineEntry.ts';

export interface GetLedgerTimelineResponseInput {
  'entries'?: (_ledger_v1_LedgerTimelineEntryInput)[];
}

export interface GetLedgerTimelineResponse {
  'entries': (_ledger_v1_LedgerTimelineEntry)[];
}
