import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { IdempotencyInput as _charges_v1_IdempotencyInput, Idempotency as _charges_v1_Idempotency } from './charges/v1/Idempotency.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      Idempotency: MessageTypeDefinition<_charges_v1_IdempotencyInput, _charges_v1_Idempotency>
    }
  }
}

