// Original file: proto/auth/v1/keys.proto


export interface CreateKeyRequestInput {
  'accountId'?: (string);
  'name'?: (string);
  'scopes'?: (string)[];
  'expiresAt'?: (string);
  'allowedIps'?: (string)[];
}

export interface CreateKeyRequest {
  'accountId': (string);
  'name': (string);
  'scopes': (string)[];
  'expiresAt': (string);
  'allowedIps': (string)[];
}
