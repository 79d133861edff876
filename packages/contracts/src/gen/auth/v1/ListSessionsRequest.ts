// Original file: proto/auth/v1/sessions.proto


export interface ListSessionsRequestInput {
  'accountId'?: (string);
}

export interface ListSessionsRequest {
  'accountId': (string);
}
