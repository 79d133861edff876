// Original file: proto/charges/v1/charges.proto

import type { IdempotencyInput as _charges_v1_IdempotencyInput, Idempotency as _charges_v1_Idempotency } from '../../charges/v1/Idempotency.ts';
import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateChargeRequestInput {
  'accountId'?: (string);
  'valueCents'?: (number | string | Long);
  'expiresInSeconds'?: (number);
  'externalId'?: (string);
  'description'?: (string);
  'idempotency'?: (_charges_v1_IdempotencyInput | null);
  'metadata'?: ({[key: string]: string});
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface CreateChargeRequest {
  'accountId': (string);
  'valueCents': (number);
  'expiresInSeconds': (number);
  'externalId': (string);
  'description': (string);
  'idempotency': (_charges_v1_Idempotency | null);
  'metadata': ({[key: string]: string});
  'requester': (_access_v1_Requester | null);
}
