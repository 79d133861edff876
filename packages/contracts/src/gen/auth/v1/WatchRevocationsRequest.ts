// Original file: proto/auth/v1/key_use.proto


export interface WatchRevocationsRequestInput {
}

export interface WatchRevocationsRequest {
}
