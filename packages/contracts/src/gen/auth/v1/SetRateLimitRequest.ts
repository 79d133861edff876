// Original file: proto/auth/v1/rate_limit.proto


export interface SetRateLimitRequestInput {
  'accountId'?: (string);
  'rateLimitPerSecond'?: (number);
  'operator'?: (string);
  'reason'?: (string);
}

export interface SetRateLimitRequest {
  'accountId': (string);
  'rateLimitPerSecond': (number);
  'operator': (string);
  'reason': (string);
}
