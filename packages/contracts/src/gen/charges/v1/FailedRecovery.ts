// Original file: proto/charges/v1/recovery.proto


export interface FailedRecoveryInput {
  'refundId'?: (string);
  'problem'?: (string);
}

export interface FailedRecovery {
  'refundId': (string);
  'problem': (string);
}
