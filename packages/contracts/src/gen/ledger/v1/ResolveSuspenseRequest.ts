// Original file: proto/ledger/v1/suspense.proto


export interface ResolveSuspenseRequestInput {
  'exceptionId'?: (string);
  'decision'?: (string);
  'accountId'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface ResolveSuspenseRequest {
  'exceptionId': (string);
  'decision': (string);
  'accountId': (string);
  'operator': (string);
  'reason': (string);
}
