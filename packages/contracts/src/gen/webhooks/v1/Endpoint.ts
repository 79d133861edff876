// Original file: proto/webhooks/v1/webhooks.proto


export interface EndpointInput {
  'id'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'createdAt'?: (string);
}

export interface Endpoint {
  'id': (string);
  'name': (string);
  'url': (string);
  'events': (string)[];
  'createdAt': (string);
}
