// Original file: proto/ledger/v1/books.proto


export interface UnreadWindowInput {
  'from'?: (string);
  'to'?: (string);
  'reason'?: (string);
}

export interface UnreadWindow {
  'from': (string);
  'to': (string);
  'reason': (string);
}
