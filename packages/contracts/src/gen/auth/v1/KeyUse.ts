// Original file: proto/auth/v1/auth.proto


export interface KeyUseInput {
  'keyId'?: (string);
  'lastUsedAt'?: (string);
  'sentInQuery'?: (boolean);
}

export interface KeyUse {
  'keyId': (string);
  'lastUsedAt': (string);
  'sentInQuery': (boolean);
}
