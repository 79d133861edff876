// Original file: proto/webhooks/v1/deliveries.proto


export interface ReplayWindowRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'onlyFailed'?: (boolean);
  'dryRun'?: (boolean);
}

export interface ReplayWindowRequest {
  'accountId': (string);
  'endpointId': (string);
  'from': (string);
  'to': (string);
  'onlyFailed': (boolean);
  'dryRun': (boolean);
}
