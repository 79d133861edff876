// Original file: proto/webhooks/v1/rollups.proto

import type { NotifiedHourInput as _webhooks_v1_NotifiedHourInput, NotifiedHour as _webhooks_v1_NotifiedHour } from '../../webhooks/v1/NotifiedHour.ts';
import type { NotifiedSumsInput as _webhooks_v1_NotifiedSumsInput, NotifiedSums as _webhooks_v1_NotifiedSums } from '../../webhooks/v1/NotifiedSums.ts';

export interface GetNotifiedHoursResponseInput {
  'hours'?: (_webhooks_v1_NotifiedHourInput)[];
  'sums'?: (_webhooks_v1_NotifiedSumsInput | null);
}

export interface GetNotifiedHoursResponse {
  'hours': (_webhooks_v1_NotifiedHour)[];
  'sums': (_webhooks_v1_NotifiedSums | null);
}
