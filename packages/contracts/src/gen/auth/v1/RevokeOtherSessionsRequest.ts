// Original file: proto/auth/v1/safety.proto


export interface RevokeOtherSessionsRequestInput {
  'accountId'?: (string);
  'sessionId'?: (string);
}

export interface RevokeOtherSessionsRequest {
  'accountId': (string);
  'sessionId': (string);
}
