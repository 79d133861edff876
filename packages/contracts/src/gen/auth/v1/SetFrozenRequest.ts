// Original file: proto/auth/v1/operations.proto


export interface SetFrozenRequestInput {
  'accountId'?: (string);
  'frozen'?: (boolean);
  'reason'?: (string);
  'approvalId'?: (string);
}

export interface SetFrozenRequest {
  'accountId': (string);
  'frozen': (boolean);
  'reason': (string);
  'approvalId': (string);
}
