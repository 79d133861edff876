// Original file: proto/auth/v1/safety.proto


export interface ProveSessionResponseInput {
  'proofAt'?: (string);
}

export interface ProveSessionResponse {
  'proofAt': (string);
}
