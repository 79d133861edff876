// Original file: proto/ledger/v1/ledger.proto


export interface ListReceiptKeysRequestInput {
}

export interface ListReceiptKeysRequest {
}
