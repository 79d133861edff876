// Original file: proto/auth/v1/key_use.proto


export interface VerifyKeyResponseInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'scopes'?: (string)[];
  'expiresAt'?: (string);
  'allowedIps'?: (string)[];
  'rateLimitPerSecond'?: (number);
  'frozen'?: (boolean);
}

export interface VerifyKeyResponse {
  'accountId': (string);
  'keyId': (string);
  'scopes': (string)[];
  'expiresAt': (string);
  'allowedIps': (string)[];
  'rateLimitPerSecond': (number);
  'frozen': (boolean);
}
