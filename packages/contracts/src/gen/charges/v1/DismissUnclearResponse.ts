// Original file: proto/charges/v1/unclear.proto


export interface DismissUnclearResponseInput {
  'audited'?: (boolean);
}

export interface DismissUnclearResponse {
  'audited': (boolean);
}
