// Original file: proto/auth/v1/auth.proto


export interface VerifyKeyResponseInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'scopes'?: (string)[];
  'expiresAt'?: (string);
  'allowedIps'?: (string)[];
  'rateLimitPerSecond'?: (number);
}

export interface VerifyKeyResponse {
  'accountId': (string);
  'keyId': (string);
  'scopes': (string)[];
  'expiresAt': (string);
  'allowedIps': (string)[];
  'rateLimitPerSecond': (number);
}
