// Original file: proto/webhooks/v1/changes.proto


export interface WatchChangesRequestInput {
}

export interface WatchChangesRequest {
}
