// Original file: proto/auth/v1/sessions.proto

import type { SessionInput as _auth_v1_SessionInput, Session as _auth_v1_Session } from '../../auth/v1/Session.ts';

export interface ListSessionsResponseInput {
  'sessions'?: (_auth_v1_SessionInput)[];
}

export interface ListSessionsResponse {
  'sessions': (_auth_v1_Session)[];
}
