// Original file: proto/charges/v1/charges.proto


export interface GetLinkStatusesRequestInput {
  'paymentLinkIds'?: (string)[];
}

export interface GetLinkStatusesRequest {
  'paymentLinkIds': (string)[];
}
