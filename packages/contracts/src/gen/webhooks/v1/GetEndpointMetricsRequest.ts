// Original file: proto/webhooks/v1/rollups.proto


export interface GetEndpointMetricsRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
  'from'?: (string);
  'to'?: (string);
}

export interface GetEndpointMetricsRequest {
  'accountId': (string);
  'endpointId': (string);
  'from': (string);
  'to': (string);
}
