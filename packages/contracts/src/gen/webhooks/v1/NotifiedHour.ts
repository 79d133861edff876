// Original file: proto/webhooks/v1/rollups.proto


export interface NotifiedHourInput {
  'hour'?: (string);
  'notifiedCount'?: (number);
}

export interface NotifiedHour {
  'hour': (string);
  'notifiedCount': (number);
}
