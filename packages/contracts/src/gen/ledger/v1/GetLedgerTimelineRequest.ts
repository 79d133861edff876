// Original file: proto/ledger/v1/ledger.proto


export interface GetLedgerTimelineRequestInput {
  'accountId'?: (string);
  'chargeId'?: (string);
}

export interface GetLedgerTimelineRequest {
  'accountId': (string);
  'chargeId': (string);
}
