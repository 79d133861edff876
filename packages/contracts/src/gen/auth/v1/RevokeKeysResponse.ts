// Original file: proto/auth/v1/operations.proto


export interface RevokeKeysResponseInput {
  'revoked'?: (number);
  'more'?: (boolean);
}

export interface RevokeKeysResponse {
  'revoked': (number);
  'more': (boolean);
}
