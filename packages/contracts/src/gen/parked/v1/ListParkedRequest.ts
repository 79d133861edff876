// Original file: proto/parked/v1/parked.proto


export interface ListParkedRequestInput {
}

export interface ListParkedRequest {
}
