// Original file: proto/auth/v1/account.proto


export interface OriginInput {
  'ip'?: (string);
  'userAgent'?: (string);
}

export interface Origin {
  'ip': (string);
  'userAgent': (string);
}
