// Original file: proto/webhooks/v1/webhooks.proto


export interface RedeliverResponseInput {
}

export interface RedeliverResponse {
}
