// Original file: proto/auth/v1/safety.proto


export interface ListAuditRequestInput {
  'accountId'?: (string);
  'action'?: (string);
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListAuditRequest {
  'accountId': (string);
  'action': (string);
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
}
