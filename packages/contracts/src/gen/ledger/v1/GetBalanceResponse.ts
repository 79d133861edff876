// Original file: proto/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface GetBalanceResponseInput {
  'availableCents'?: (number | string | Long);
  'suspenseCents'?: (number | string | Long);
  'owedCents'?: (number | string | Long);
  'heldCents'?: (number | string | Long);
}

export interface GetBalanceResponse {
  'availableCents': (number);
  'suspenseCents': (number);
  'owedCents': (number);
  'heldCents': (number);
}
