import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { IdempotencyInput as _charges_v1_IdempotencyInput, Idempotency as _charges_v1_Idempotency } from './charges/v1/Idempotency.ts';
import type { ListRefundsRequestInput as _charges_v1_ListRefundsRequestInput, ListRefundsRequest as _charges_v1_ListRefundsRequest } from './charges/v1/ListRefundsRequest.ts';
import type { ListRefundsResponseInput as _charges_v1_ListRefundsResponseInput, ListRefundsResponse as _charges_v1_ListRefundsResponse } from './charges/v1/ListRefundsResponse.ts';
import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from './charges/v1/Refund.ts';
import type { RefundChargeRequestInput as _charges_v1_RefundChargeRequestInput, RefundChargeRequest as _charges_v1_RefundChargeRequest } from './charges/v1/RefundChargeRequest.ts';
import type { RefundChargeResponseInput as _charges_v1_RefundChargeResponseInput, RefundChargeResponse as _charges_v1_RefundChargeResponse } from './charges/v1/RefundChargeResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      Idempotency: MessageTypeDefinition<_charges_v1_IdempotencyInput, _charges_v1_Idempotency>
      ListRefundsRequest: MessageTypeDefinition<_charges_v1_ListRefundsRequestInput, _charges_v1_ListRefundsRequest>
      ListRefundsResponse: MessageTypeDefinition<_charges_v1_ListRefundsResponseInput, _charges_v1_ListRefundsResponse>
      Refund: MessageTypeDefinition<_charges_v1_RefundInput, _charges_v1_Refund>
      RefundChargeRequest: MessageTypeDefinition<_charges_v1_RefundChargeRequestInput, _charges_v1_RefundChargeRequest>
      RefundChargeResponse: MessageTypeDefinition<_charges_v1_RefundChargeResponseInput, _charges_v1_RefundChargeResponse>
      RefundOrigin: EnumTypeDefinition
      RefundStatus: EnumTypeDefinition
    }
  }
}

