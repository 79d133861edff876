import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { SetRateLimitRequestInput as _auth_v1_SetRateLimitRequestInput, SetRateLimitRequest as _auth_v1_SetRateLimitRequest } from './auth/v1/SetRateLimitRequest.ts';
import type { SetRateLimitResponseInput as _auth_v1_SetRateLimitResponseInput, SetRateLimitResponse as _auth_v1_SetRateLimitResponse } from './auth/v1/SetRateLimitResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  auth: {
    v1: {
      SetRateLimitRequest: MessageTypeDefinition<_auth_v1_SetRateLimitRequestInput, _auth_v1_SetRateLimitRequest>
      SetRateLimitResponse: MessageTypeDefinition<_auth_v1_SetRateLimitResponseInput, _auth_v1_SetRateLimitResponse>
    }
  }
}

