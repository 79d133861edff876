// Original file: proto/auth/v1/key_use.proto

import type { KeyUseInput as _auth_v1_KeyUseInput, KeyUse as _auth_v1_KeyUse } from '../../auth/v1/KeyUse.ts';

export interface ReportKeyUseRequestInput {
  'uses'?: (_auth_v1_KeyUseInput)[];
}

export interface ReportKeyUseRequest {
  'uses': (_auth_v1_KeyUse)[];
}
