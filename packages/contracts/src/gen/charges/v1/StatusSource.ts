// Original file: proto/charges/v1/charge.proto

export const StatusSource = {
  STATUS_SOURCE_UNSPECIFIED: 'STATUS_SOURCE_UNSPECIFIED',
  STATUS_SOURCE_PROVIDER: 'STATUS_SOURCE_PROVIDER',
  STATUS_SOURCE_STORED: 'STATUS_SOURCE_STORED',
} as const;

export type StatusSourceInput =
  | 'STATUS_SOURCE_UNSPECIFIED'
  | 0
  | 'STATUS_SOURCE_PROVIDER'
  | 1
  | 'STATUS_SOURCE_STORED'
  | 2

export type StatusSource = typeof StatusSource[keyof typeof StatusSource]
