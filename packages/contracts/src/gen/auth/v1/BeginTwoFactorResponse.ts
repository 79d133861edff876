// Original file: proto/auth/v1/safety.proto


export interface BeginTwoFactorResponseInput {
  'secret'?: (string);
  'otpauthUrl'?: (string);
}

export interface BeginTwoFactorResponse {
  'secret': (string);
  'otpauthUrl': (string);
}
