// Original file: proto/charges/v1/recovery.proto


export interface ReusedExternalIdInput {
  'chargeId'?: (string);
  'accountId'?: (string);
  'externalId'?: (string);
}

export interface ReusedExternalId {
  'chargeId': (string);
  'accountId': (string);
  'externalId': (string);
}
