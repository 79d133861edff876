// Original file: proto/auth/v1/safety.proto


export interface UpdateAccountRequestInput {
  'accountId'?: (string);
  'name'?: (string);
  'language'?: (string);
  'displayName'?: (string);
  '_name'?: "name";
  '_language'?: "language";
  '_displayName'?: "displayName";
}

export interface UpdateAccountRequest {
  'accountId': (string);
  'name'?: (string);
  'language'?: (string);
  'displayName'?: (string);
  '_name'?: "name";
  '_language'?: "language";
  '_displayName'?: "displayName";
}
