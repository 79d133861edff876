// Original file: proto/ledger/v1/recovery.proto


export interface GetPaymentBookingRequestInput {
  'endToEndId'?: (string);
  'chargeId'?: (string);
}

export interface GetPaymentBookingRequest {
  'endToEndId': (string);
  'chargeId': (string);
}
