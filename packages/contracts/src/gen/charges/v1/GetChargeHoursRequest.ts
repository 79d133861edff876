// Original file: proto/charges/v1/hours.proto


export interface GetChargeHoursRequestInput {
  'accountId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'starts'?: (string)[];
}

export interface GetChargeHoursRequest {
  'accountId': (string);
  'from': (string);
  'to': (string);
  'starts': (string)[];
}
