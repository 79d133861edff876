// Original file: proto/ledger/v1/changes.proto


export interface WatchChangesRequestInput {
}

export interface WatchChangesRequest {
}
