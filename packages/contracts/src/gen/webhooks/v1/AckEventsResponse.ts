// Original file: proto/webhooks/v1/webhooks.proto


export interface AckEventsResponseInput {
}

export interface AckEventsResponse {
}
