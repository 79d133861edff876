// Original file: proto/charges/v1/callbacks.proto


export interface NotifyPaymentsResponseInput {
}

export interface NotifyPaymentsResponse {
}
