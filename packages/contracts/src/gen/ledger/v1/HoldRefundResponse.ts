// Original file: proto/ledger/v1/ledger.proto


export interface HoldRefundResponseInput {
}

export interface HoldRefundResponse {
}
