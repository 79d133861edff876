// Original file: proto/auth/v1/auth.proto


export interface ListSessionsRequestInput {
  'accountId'?: (string);
}

export interface ListSessionsRequest {
  'accountId': (string);
}
