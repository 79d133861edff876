// Original file: proto/auth/v1/rate_limit.proto


export interface SetRateLimitResponseInput {
  'previousRateLimitPerSecond'?: (number);
}

export interface SetRateLimitResponse {
  'previousRateLimitPerSecond': (number);
}
