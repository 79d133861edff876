// Original file: proto/auth/v1/sessions.proto


export interface RevokeSessionRequestInput {
  'accountId'?: (string);
  'sessionId'?: (string);
}

export interface RevokeSessionRequest {
  'accountId': (string);
  'sessionId': (string);
}
