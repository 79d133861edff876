// Original file: proto/auth/v1/auth.proto


export interface VerifySessionRequestInput {
  'sessionToken'?: (string);
}

export interface VerifySessionRequest {
  'sessionToken': (string);
}
