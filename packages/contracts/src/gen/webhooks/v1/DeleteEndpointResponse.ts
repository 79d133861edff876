// Original file: proto/webhooks/v1/webhooks.proto


export interface DeleteEndpointResponseInput {
}

export interface DeleteEndpointResponse {
}
