// Original file: proto/charges/v1/timeline.proto


export interface GetChargeTimelineRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
}

export interface GetChargeTimelineRequest {
  'accountId': (string);
  'paymentLinkId': (string);
}
