// Original file: proto/charges/v1/terms.proto


export interface ListTermsRequestInput {
  'accountId'?: (string);
}

export interface ListTermsRequest {
  'accountId': (string);
}
