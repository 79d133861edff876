// Original file: proto/auth/v1/key_use.proto


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
