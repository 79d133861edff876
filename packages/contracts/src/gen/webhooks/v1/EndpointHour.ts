// Original file: proto/webhooks/v1/rollups.proto


export interface EndpointHourInput {
  'hour'?: (string);
  'delivered'?: (number);
  'failed'?: (number);
  'p95Ms'?: (number | string);
  'results'?: ({[key: string]: number});
}

export interface EndpointHour {
  'hour': (string);
  'delivered': (number);
  'failed': (number);
  'p95Ms': (number);
  'results': ({[key: string]: number});
}
