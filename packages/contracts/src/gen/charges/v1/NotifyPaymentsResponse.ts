// Original file: proto/charges/v1/charges.proto


export interface NotifyPaymentsResponseInput {
}

export interface NotifyPaymentsResponse {
}
