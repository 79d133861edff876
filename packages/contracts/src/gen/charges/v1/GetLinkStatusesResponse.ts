// Original file: proto/charges/v1/changes.proto

import type { LinkStatusInput as _charges_v1_LinkStatusInput, LinkStatus as _charges_v1_LinkStatus } from '../../charges/v1/LinkStatus.ts';

export interface GetLinkStatusesResponseInput {
  'statuses'?: (_charges_v1_LinkStatusInput)[];
}

export interface GetLinkStatusesResponse {
  'statuses': (_charges_v1_LinkStatus)[];
}
