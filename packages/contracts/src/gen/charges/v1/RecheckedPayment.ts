// Original file: proto/charges/v1/unclear.proto

import type { RecheckOutcomeInput as _charges_v1_RecheckOutcomeInput, RecheckOutcome as _charges_v1_RecheckOutcome } from '../../charges/v1/RecheckOutcome.ts';

export interface RecheckedPaymentInput {
  'id'?: (string);
  'outcome'?: (_charges_v1_RecheckOutcomeInput);
  'endToEndId'?: (string);
  'paymentLinkId'?: (string);
  'problem'?: (string);
}

export interface RecheckedPayment {
  'id': (string);
  'outcome': (_charges_v1_RecheckOutcome);
  'endToEndId': (string);
  'paymentLinkId': (string);
  'problem': (string);
}
