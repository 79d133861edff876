// Original file: proto/auth/v1/auth.proto


export interface WatchRevocationsResponseInput {
  'keyIds'?: (string)[];
  'sessionIds'?: (string)[];
}

export interface WatchRevocationsResponse {
  'keyIds': (string)[];
  'sessionIds': (string)[];
}
