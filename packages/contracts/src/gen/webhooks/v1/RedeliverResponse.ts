// Original file: proto/webhooks/v1/deliveries.proto


export interface RedeliverResponseInput {
}

export interface RedeliverResponse {
}
