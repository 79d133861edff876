// Original file: proto/webhooks/v1/webhooks.proto


export interface UpdateEndpointRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'authorization'?: (string);
  'enabled'?: (boolean);
  'skipTest'?: (boolean);
  '_name'?: "name";
  '_url'?: "url";
  '_authorization'?: "authorization";
  '_enabled'?: "enabled";
}

export interface UpdateEndpointRequest {
  'accountId': (string);
  'endpointId': (string);
  'name'?: (string);
  'url'?: (string);
  'events': (string)[];
  'authorization'?: (string);
  'enabled'?: (boolean);
  'skipTest': (boolean);
  '_name'?: "name";
  '_url'?: "url";
  '_authorization'?: "authorization";
  '_enabled'?: "enabled";
}
