// Original file: proto/auth/v1/account.proto


export interface AccountInput {
  'id'?: (string);
  'email'?: (string);
  'name'?: (string);
  'createdAt'?: (string);
  'emailConfirmedAt'?: (string);
  'twoFactor'?: (boolean);
  'language'?: (string);
  'recoveryCodesLeft'?: (number);
  'frozenAt'?: (string);
  'receivesMail'?: (boolean);
  'displayName'?: (string);
}

export interface Account {
  'id': (string);
  'email': (string);
  'name': (string);
  'createdAt': (string);
  'emailConfirmedAt': (string);
  'twoFactor': (boolean);
  'language': (string);
  'recoveryCodesLeft': (number);
  'frozenAt': (string);
  'receivesMail': (boolean);
  'displayName': (string);
}
