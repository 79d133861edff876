// Original file: proto/events/v1/events.proto

import type { ChargeCompletedInput as _events_v1_ChargeCompletedInput, ChargeCompleted as _events_v1_ChargeCompleted } from '../../events/v1/ChargeCompleted.ts';
import type { Long } from '@grpc/proto-loader';

export interface DepositCreditedInput {
  'transactionId'?: (string);
  'creditedCents'?: (number | string | Long);
  'creditedAt'?: (string);
  'charge'?: (_events_v1_ChargeCompletedInput | null);
}

export interface DepositCredited {
  'transactionId': (string);
  'creditedCents': (number);
  'creditedAt': (string);
  'charge': (_events_v1_ChargeCompleted | null);
}
