import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetReturnRequestInput as _charges_v1_GetReturnRequestInput, GetReturnRequest as _charges_v1_GetReturnRequest } from './charges/v1/GetReturnRequest.ts';
import type { GetReturnResponseInput as _charges_v1_GetReturnResponseInput, GetReturnResponse as _charges_v1_GetReturnResponse } from './charges/v1/GetReturnResponse.ts';
import type { ReturnPaymentRequestInput as _charges_v1_ReturnPaymentRequestInput, ReturnPaymentRequest as _charges_v1_ReturnPaymentRequest } from './charges/v1/ReturnPaymentRequest.ts';
import type { ReturnPaymentResponseInput as _charges_v1_ReturnPaymentResponseInput, ReturnPaymentResponse as _charges_v1_ReturnPaymentResponse } from './charges/v1/ReturnPaymentResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      GetReturnRequest: MessageTypeDefinition<_charges_v1_GetReturnRequestInput, _charges_v1_GetReturnRequest>
      GetReturnResponse: MessageTypeDefinition<_charges_v1_GetReturnResponseInput, _charges_v1_GetReturnResponse>
      ReturnPaymentRequest: MessageTypeDefinition<_charges_v1_ReturnPaymentRequestInput, _charges_v1_ReturnPaymentRequest>
      ReturnPaymentResponse: MessageTypeDefinition<_charges_v1_ReturnPaymentResponseInput, _charges_v1_ReturnPaymentResponse>
      ReturnStatus: EnumTypeDefinition
    }
  }
}

