// Original file: proto/auth/v1/operations.proto


export interface EndSessionsRequestInput {
  'accountId'?: (string);
  'openedBefore'?: (string);
  'operator'?: (string);
  'reason'?: (string);
  'which'?: "accountId"|"openedBefore";
}

export interface EndSessionsRequest {
  'accountId'?: (string);
  'openedBefore'?: (string);
  'operator': (string);
  'reason': (string);
  'which'?: "accountId"|"openedBefore";
}
