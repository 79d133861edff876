// Original file: proto/webhooks/v1/deliveries.proto

import type { TimingsInput as _webhooks_v1_TimingsInput, Timings as _webhooks_v1_Timings } from '../../webhooks/v1/Timings.ts';

export interface AttemptInput {
  'at'?: (string);
  'statusCode'?: (number);
  'cause'?: (string);
  'timings'?: (_webhooks_v1_TimingsInput | null);
  'responseBody'?: (string);
  'requestHeaders'?: (string)[];
  'causeCode'?: (string);
  'responseHeaders'?: (string)[];
}

export interface Attempt {
  'at': (string);
  'statusCode': (number);
  'cause': (string);
  'timings': (_webhooks_v1_Timings | null);
  'responseBody': (string);
  'requestHeaders': (string)[];
  'causeCode': (string);
  'responseHeaders': (string)[];
}
