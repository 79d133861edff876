// Original file: proto/auth/v1/approvals.proto


export interface SignatureInput {
  'signedAt'?: (string);
  'certificate'?: (string);
  'value'?: (string);
}

export interface Signature {
  'signedAt': (string);
  'certificate': (string);
  'value': (string);
}
