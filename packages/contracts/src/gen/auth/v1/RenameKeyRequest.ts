// Original file: proto/auth/v1/keys.proto


export interface RenameKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'name'?: (string);
}

export interface RenameKeyRequest {
  'accountId': (string);
  'keyId': (string);
  'name': (string);
}
