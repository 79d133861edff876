// Original file: proto/auth/v1/auth.proto


export interface WatchRevocationsRequestInput {
}

export interface WatchRevocationsRequest {
}
