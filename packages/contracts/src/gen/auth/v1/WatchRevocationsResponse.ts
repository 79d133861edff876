// Original file: proto/auth/v1/key_use.proto


export interface WatchRevocationsResponseInput {
  'keyIds'?: (string)[];
  'sessionIds'?: (string)[];
  'accountIds'?: (string)[];
}

export interface WatchRevocationsResponse {
  'keyIds': (string)[];
  'sessionIds': (string)[];
  'accountIds': (string)[];
}
