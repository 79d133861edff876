// Original file: proto/events/v1/events.proto

export const SuspenseResolution = {
  SUSPENSE_RESOLUTION_UNSPECIFIED: 'SUSPENSE_RESOLUTION_UNSPECIFIED',
  SUSPENSE_RESOLUTION_CREDITED: 'SUSPENSE_RESOLUTION_CREDITED',
  SUSPENSE_RESOLUTION_REFUNDED: 'SUSPENSE_RESOLUTION_REFUNDED',
} as const;

export type SuspenseResolutionInput =
  | 'SUSPENSE_RESOLUTION_UNSPECIFIED'
  | 0
  | 'SUSPENSE_RESOLUTION_CREDITED'
  | 1
  | 'SUSPENSE_RESOLUTION_REFUNDED'
  | 2

export type SuspenseResolution = typeof SuspenseResolution[keyof typeof SuspenseResolution]
