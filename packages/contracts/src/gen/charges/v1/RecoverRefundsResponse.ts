// Original file: proto/charges/v1/recovery.proto

import type { FailedRecoveryInput as _charges_v1_FailedRecoveryInput, FailedRecovery as _charges_v1_FailedRecovery } from '../../charges/v1/FailedRecovery.ts';
import type { ReusedExternalIdInput as _charges_v1_ReusedExternalIdInput, ReusedExternalId as _charges_v1_ReusedExternalId } from '../../charges/v1/ReusedExternalId.ts';
import type { Long } from '@grpc/proto-loader';

export interface RecoverRefundsResponseInput {
  'recovered'?: (number | string | Long);
  'waiting'?: (string)[];
  'failed'?: (_charges_v1_FailedRecoveryInput)[];
  'reusedExternalIds'?: (_charges_v1_ReusedExternalIdInput)[];
}

export interface RecoverRefundsResponse {
  'recovered': (number);
  'waiting': (string)[];
  'failed': (_charges_v1_FailedRecovery)[];
  'reusedExternalIds': (_charges_v1_ReusedExternalId)[];
}
