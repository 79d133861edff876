// Original file: proto/charges/v1/terms.proto

import type { TermsInput as _charges_v1_TermsInput, Terms as _charges_v1_Terms } from '../../charges/v1/Terms.ts';

export interface GetTermsResponseInput {
  'current'?: (_charges_v1_TermsInput | null);
  'next'?: (_charges_v1_TermsInput | null);
  'defaultExpiresInSeconds'?: (number);
}

export interface GetTermsResponse {
  'current': (_charges_v1_Terms | null);
  'next': (_charges_v1_Terms | null);
  'defaultExpiresInSeconds': (number);
}
