// Original file: proto/charges/v1/charges.proto


export interface ListChargesForAuditRequestInput {
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListChargesForAuditRequest {
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
}
