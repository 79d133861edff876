// Original file: proto/auth/v1/auth.proto


export interface CreateAccountRequestInput {
  'email'?: (string);
  'password'?: (string);
  'name'?: (string);
}

export interface CreateAccountRequest {
  'email': (string);
  'password': (string);
  'name': (string);
}
