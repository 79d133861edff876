// Original file: proto/ledger/v1/books.proto


export interface AuditBooksRequestInput {
  'from'?: (string);
  'to'?: (string);
}

export interface AuditBooksRequest {
  'from': (string);
  'to': (string);
}
