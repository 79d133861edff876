// Original file: proto/auth/v1/auth.proto


export interface SetRateLimitResponseInput {
  'previousRateLimitPerSecond'?: (number);
}

export interface SetRateLimitResponse {
  'previousRateLimitPerSecond': (number);
}
