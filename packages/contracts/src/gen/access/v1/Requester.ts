// Original file: proto/access/v1/requester.proto


export interface RequesterInput {
  'keyId'?: (string);
  'sessionId'?: (string);
  'ip'?: (string);
  'requestId'?: (string);
}

export interface Requester {
  'keyId': (string);
  'sessionId': (string);
  'ip': (string);
  'requestId': (string);
}
