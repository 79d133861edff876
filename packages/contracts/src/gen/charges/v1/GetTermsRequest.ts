// Original file: proto/charges/v1/terms.proto


export interface GetTermsRequestInput {
  'accountId'?: (string);
}

export interface GetTermsRequest {
  'accountId': (string);
}
