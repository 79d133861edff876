// Original file: proto/auth/v1/safety.proto


export interface RevokeOtherSessionsResponseInput {
  'count'?: (number);
}

export interface RevokeOtherSessionsResponse {
  'count': (number);
}
