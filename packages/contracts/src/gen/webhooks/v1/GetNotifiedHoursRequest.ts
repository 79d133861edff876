// Original file: proto/webhooks/v1/rollups.proto


export interface GetNotifiedHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
}

export interface GetNotifiedHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
}
