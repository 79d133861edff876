// Original file: proto/ledger/v1/books.proto


export interface AuditBooksRequestInput {
  'from'?: (string);
}

export interface AuditBooksRequest {
  'from': (string);
}
