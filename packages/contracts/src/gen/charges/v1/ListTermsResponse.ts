// Original file: proto/charges/v1/terms.proto

import type { TermsInput as _charges_v1_TermsInput, Terms as _charges_v1_Terms } from '../../charges/v1/Terms.ts';

export interface ListTermsResponseInput {
  'versions'?: (_charges_v1_TermsInput)[];
}

export interface ListTermsResponse {
  'versions': (_charges_v1_Terms)[];
}
