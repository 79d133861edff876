// Original file: proto/charges/v1/changes.proto


export interface WatchChangesRequestInput {
}

export interface WatchChangesRequest {
}
