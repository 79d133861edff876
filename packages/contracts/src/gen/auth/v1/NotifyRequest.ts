// Original file: proto/auth/v1/safety.proto


export interface NotifyRequestInput {
  'noticeId'?: (string);
  'accountId'?: (string);
  'kind'?: (string);
  'endpointName'?: (string);
  'endpointUrl'?: (string);
}

export interface NotifyRequest {
  'noticeId': (string);
  'accountId': (string);
  'kind': (string);
  'endpointName': (string);
  'endpointUrl': (string);
}
