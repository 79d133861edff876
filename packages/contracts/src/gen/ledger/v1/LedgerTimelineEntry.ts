// Original file: proto/ledger/v1/ledger.proto


export interface LedgerTimelineEntryInput {
  'at'?: (string);
  'kind'?: (string);
  'detail'?: (string);
  'traceId'?: (string);
}

export interface LedgerTimelineEntry {
  'at': (string);
  'kind': (string);
  'detail': (string);
  'traceId': (string);
}
