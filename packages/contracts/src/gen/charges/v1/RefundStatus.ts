// Original file: proto/charges/v1/refunds.proto

export const RefundStatus = {
  REFUND_STATUS_UNSPECIFIED: 'REFUND_STATUS_UNSPECIFIED',
  REFUND_STATUS_PROCESSING: 'REFUND_STATUS_PROCESSING',
  REFUND_STATUS_SETTLED: 'REFUND_STATUS_SETTLED',
  REFUND_STATUS_FAILED: 'REFUND_STATUS_FAILED',
} as const;

export type RefundStatusInput =
  | 'REFUND_STATUS_UNSPECIFIED'
  | 0
  | 'REFUND_STATUS_PROCESSING'
  | 1
  | 'REFUND_STATUS_SETTLED'
  | 2
  | 'REFUND_STATUS_FAILED'
  | 3

export type RefundStatus = typeof RefundStatus[keyof typeof RefundStatus]
