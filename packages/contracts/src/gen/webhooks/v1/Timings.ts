// Original file: proto/webhooks/v1/deliveries.proto


export interface TimingsInput {
  'dnsMs'?: (number | string);
  'tcpMs'?: (number | string);
  'tlsMs'?: (number | string);
  'firstByteMs'?: (number | string);
  'totalMs'?: (number | string);
}

export interface Timings {
  'dnsMs': (number);
  'tcpMs': (number);
  'tlsMs': (number);
  'firstByteMs': (number);
  'totalMs': (number);
}
