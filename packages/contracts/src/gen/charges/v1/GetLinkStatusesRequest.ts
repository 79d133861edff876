// Original file: proto/charges/v1/changes.proto


export interface GetLinkStatusesRequestInput {
  'paymentLinkIds'?: (string)[];
}

export interface GetLinkStatusesRequest {
  'paymentLinkIds': (string)[];
}
