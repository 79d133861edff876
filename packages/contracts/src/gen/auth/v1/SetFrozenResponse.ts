// Original file: proto/auth/v1/operations.proto


export interface SetFrozenResponseInput {
  'changed'?: (boolean);
}

export interface SetFrozenResponse {
  'changed': (boolean);
}
