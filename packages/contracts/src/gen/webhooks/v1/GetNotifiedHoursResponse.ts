// Original file: proto/webhooks/v1/rollups.proto

import type { NotifiedHourInput as _webhooks_v1_NotifiedHourInput, NotifiedHour as _webhooks_v1_NotifiedHour } from '../../webhooks/v1/NotifiedHour.ts';

export interface GetNotifiedHoursResponseInput {
  'hours'?: (_webhooks_v1_NotifiedHourInput)[];
}

export interface GetNotifiedHoursResponse {
  'hours': (_webhooks_v1_NotifiedHour)[];
}
