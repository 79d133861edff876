// Original file: proto/webhooks/v1/webhooks.proto


export interface EndpointHealthInput {
  'delivered'?: (number);
  'failed'?: (number);
  'waiting'?: (number);
  'lastSuccessAt'?: (string);
  'lastFailureAt'?: (string);
  'lastFailureCause'?: (string);
}

export interface EndpointHealth {
  'delivered': (number);
  'failed': (number);
  'waiting': (number);
  'lastSuccessAt': (string);
  'lastFailureAt': (string);
  'lastFailureCause': (string);
}
