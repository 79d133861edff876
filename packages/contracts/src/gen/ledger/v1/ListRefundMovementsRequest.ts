// Original file: proto/ledger/v1/recovery.proto


export interface ListRefundMovementsRequestInput {
  'from'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'chargeId'?: (string);
}

export interface ListRefundMovementsRequest {
  'from': (string);
  'limit': (number);
  'cursor': (string);
  'chargeId': (string);
}
