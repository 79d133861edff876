// Original file: proto/charges/v1/refunds.proto

export const RefundOrigin = {
  REFUND_ORIGIN_UNSPECIFIED: 'REFUND_ORIGIN_UNSPECIFIED',
  REFUND_ORIGIN_CLIENT: 'REFUND_ORIGIN_CLIENT',
  REFUND_ORIGIN_BANK: 'REFUND_ORIGIN_BANK',
} as const;

export type RefundOriginInput =
  | 'REFUND_ORIGIN_UNSPECIFIED'
  | 0
  | 'REFUND_ORIGIN_CLIENT'
  | 1
  | 'REFUND_ORIGIN_BANK'
  | 2

export type RefundOrigin = typeof RefundOrigin[keyof typeof RefundOrigin]
