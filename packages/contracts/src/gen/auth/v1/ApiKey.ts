// Original file: proto/auth/v1/keys.proto


export interface ApiKeyInput {
  'id'?: (string);
  'name'?: (string);
  'prefix'?: (string);
  'scopes'?: (string)[];
  'createdAt'?: (string);
  'expiresAt'?: (string);
  'lastUsedAt'?: (string);
  'revokedAt'?: (string);
  'allowedIps'?: (string)[];
  'queryUseAt'?: (string);
}

export interface ApiKey {
  'id': (string);
  'name': (string);
  'prefix': (string);
  'scopes': (string)[];
  'createdAt': (string);
  'expiresAt': (string);
  'lastUsedAt': (string);
  'revokedAt': (string);
  'allowedIps': (string)[];
  'queryUseAt': (string);
}
