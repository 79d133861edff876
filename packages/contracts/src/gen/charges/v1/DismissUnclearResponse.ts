// Original file: proto/charges/v1/unclear.proto


export interface DismissUnclearResponseInput {
}

export interface DismissUnclearResponse {
}
