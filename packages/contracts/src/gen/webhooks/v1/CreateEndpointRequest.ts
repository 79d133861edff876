// Original file: proto/webhooks/v1/webhooks.proto


export interface CreateEndpointRequestInput {
  'accountId'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'authorization'?: (string);
  'skipTest'?: (boolean);
  'disabled'?: (boolean);
  'secret'?: (string);
}

export interface CreateEndpointRequest {
  'accountId': (string);
  'name': (string);
  'url': (string);
  'events': (string)[];
  'authorization': (string);
  'skipTest': (boolean);
  'disabled': (boolean);
  'secret': (string);
}
