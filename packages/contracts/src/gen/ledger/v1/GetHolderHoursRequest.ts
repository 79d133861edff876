// Original file: proto/ledger/v1/hours.proto


export interface GetHolderHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
}

export interface GetHolderHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
}
