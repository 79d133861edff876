// Original file: proto/ledger/v1/changes.proto


export interface WatchChangesResponseInput {
  'accountIds'?: (string)[];
  'missed'?: (boolean);
}

export interface WatchChangesResponse {
  'accountIds': (string)[];
  'missed': (boolean);
}
