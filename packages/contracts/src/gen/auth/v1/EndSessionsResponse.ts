// Original file: proto/auth/v1/operations.proto


export interface EndSessionsResponseInput {
  'ended'?: (number);
  'more'?: (boolean);
}

export interface EndSessionsResponse {
  'ended': (number);
  'more': (boolean);
}
