// Original file: proto/auth/v1/auth.proto


export interface ApiKeyInput {
  'id'?: (string);
  'name'?: (string);
  'prefix'?: (string);
  'scopes'?: (string)[];
  'createdAt'?: (string);
}

export interface ApiKey {
  'id': (string);
  'name': (string);
  'prefix': (string);
  'scopes': (string)[];
  'createdAt': (string);
}
