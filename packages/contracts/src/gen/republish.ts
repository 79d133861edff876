import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { RepublishEventsRequestInput as _charges_v1_RepublishEventsRequestInput, RepublishEventsRequest as _charges_v1_RepublishEventsRequest } from './charges/v1/RepublishEventsRequest.ts';
import type { RepublishEventsResponseInput as _charges_v1_RepublishEventsResponseInput, RepublishEventsResponse as _charges_v1_RepublishEventsResponse } from './charges/v1/RepublishEventsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      RepublishEventsRequest: MessageTypeDefinition<_charges_v1_RepublishEventsRequestInput, _charges_v1_RepublishEventsRequest>
      RepublishEventsResponse: MessageTypeDefinition<_charges_v1_RepublishEventsResponseInput, _charges_v1_RepublishEventsResponse>
    }
  }
}

