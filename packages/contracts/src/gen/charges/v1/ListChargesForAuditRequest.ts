// Original file: proto/charges/v1/audit.proto


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
