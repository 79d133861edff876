// Original file: proto/charges/v1/changes.proto

import type { ChangeInput as _charges_v1_ChangeInput, Change as _charges_v1_Change } from '../../charges/v1/Change.ts';

export interface WatchChangesResponseInput {
  'changes'?: (_charges_v1_ChangeInput)[];
  'missed'?: (boolean);
}

export interface WatchChangesResponse {
  'changes': (_charges_v1_Change)[];
  'missed': (boolean);
}
