// Original file: proto/webhooks/v1/rollups.proto

import type { EndpointHourInput as _webhooks_v1_EndpointHourInput, EndpointHour as _webhooks_v1_EndpointHour } from '../../webhooks/v1/EndpointHour.ts';

export interface GetEndpointMetricsResponseInput {
  'asOf'?: (string);
  'hours'?: (_webhooks_v1_EndpointHourInput)[];
}

export interface GetEndpointMetricsResponse {
  'asOf': (string);
  'hours': (_webhooks_v1_EndpointHour)[];
}
