// Original file: proto/ledger/v1/books.proto


export interface CountUnreadRequestInput {
}

export interface CountUnreadRequest {
}
