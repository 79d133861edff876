// Original file: proto/charges/v1/returns.proto

export const ReturnStatus = {
  RETURN_STATUS_UNSPECIFIED: 'RETURN_STATUS_UNSPECIFIED',
  RETURN_STATUS_PROCESSING: 'RETURN_STATUS_PROCESSING',
  RETURN_STATUS_SETTLED: 'RETURN_STATUS_SETTLED',
  RETURN_STATUS_FAILED: 'RETURN_STATUS_FAILED',
} as const;

export type ReturnStatusInput =
  | 'RETURN_STATUS_UNSPECIFIED'
  | 0
  | 'RETURN_STATUS_PROCESSING'
  | 1
  | 'RETURN_STATUS_SETTLED'
  | 2
  | 'RETURN_STATUS_FAILED'
  | 3

export type ReturnStatus = typeof ReturnStatus[keyof typeof ReturnStatus]
