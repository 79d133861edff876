// Original file: proto/auth/v1/operations.proto


export interface RestoreAccountResponseInput {
  'password'?: (string);
}

export interface RestoreAccountResponse {
  'password': (string);
}
