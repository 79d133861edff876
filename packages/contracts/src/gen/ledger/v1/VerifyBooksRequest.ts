// Original file: proto/ledger/v1/books.proto


export interface VerifyBooksRequestInput {
}

export interface VerifyBooksRequest {
}
