// Original file: proto/parked/v1/parked.proto

import type { ParkedRecordInput as _parked_v1_ParkedRecordInput, ParkedRecord as _parked_v1_ParkedRecord } from '../../parked/v1/ParkedRecord.ts';

export interface ListParkedResponseInput {
  'records'?: (_parked_v1_ParkedRecordInput)[];
}

export interface ListParkedResponse {
  'records': (_parked_v1_ParkedRecord)[];
}
