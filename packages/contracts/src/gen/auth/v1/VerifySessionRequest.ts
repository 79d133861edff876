// Original file: proto/auth/v1/sessions.proto


export interface VerifySessionRequestInput {
  'sessionToken'?: (string);
}

export interface VerifySessionRequest {
  'sessionToken': (string);
}
