// Original file: proto/auth/v1/auth.proto


export interface AccountInput {
  'id'?: (string);
  'email'?: (string);
  'name'?: (string);
  'createdAt'?: (string);
}

export interface Account {
  'id': (string);
  'email': (string);
  'name': (string);
  'createdAt': (string);
}
