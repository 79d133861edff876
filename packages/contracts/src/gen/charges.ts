import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from './charges/v1/Charge.ts';
import type { ChargesServiceClient as _charges_v1_ChargesServiceClient, ChargesServiceDefinition as _charges_v1_ChargesServiceDefinition } from './charges/v1/ChargesService.ts';
import type { CreateChargeRequestInput as _charges_v1_CreateChargeRequestInput, CreateChargeRequest as _charges_v1_CreateChargeRequest } from './charges/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _charges_v1_CreateChargeResponseInput, CreateChargeResponse as _charges_v1_CreateChargeResponse } from './charges/v1/CreateChargeResponse.ts';
import type { GetChargeRequestInput as _charges_v1_GetChargeRequestInput, GetChargeRequest as _charges_v1_GetChargeRequest } from './charges/v1/GetChargeRequest.ts';
import type { GetChargeResponseInput as _charges_v1_GetChargeResponseInput, GetChargeResponse as _charges_v1_GetChargeResponse } from './charges/v1/GetChargeResponse.ts';
import type { GetPaymentLinkRequestInput as _charges_v1_GetPaymentLinkRequestInput, GetPaymentLinkRequest as _charges_v1_GetPaymentLinkRequest } from './charges/v1/GetPaymentLinkRequest.ts';
import type { GetPaymentLinkResponseInput as _charges_v1_GetPaymentLinkResponseInput, GetPaymentLinkResponse as _charges_v1_GetPaymentLinkResponse } from './charges/v1/GetPaymentLinkResponse.ts';
import type { NotifyPaymentsRequestInput as _charges_v1_NotifyPaymentsRequestInput, NotifyPaymentsRequest as _charges_v1_NotifyPaymentsRequest } from './charges/v1/NotifyPaymentsRequest.ts';
import type { NotifyPaymentsResponseInput as _charges_v1_NotifyPaymentsResponseInput, NotifyPaymentsResponse as _charges_v1_NotifyPaymentsResponse } from './charges/v1/NotifyPaymentsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      Charge: MessageTypeDefinition<_charges_v1_ChargeInput, _charges_v1_Charge>
      ChargeStatus: EnumTypeDefinition
      ChargesService: SubtypeConstructor<typeof grpc.Client, _charges_v1_ChargesServiceClient> & { service: _charges_v1_ChargesServiceDefinition }
      CreateChargeRequest: MessageTypeDefinition<_charges_v1_CreateChargeRequestInput, _charges_v1_CreateChargeRequest>
      CreateChargeResponse: MessageTypeDefinition<_charges_v1_CreateChargeResponseInput, _charges_v1_CreateChargeResponse>
      GetChargeRequest: MessageTypeDefinition<_charges_v1_GetChargeRequestInput, _charges_v1_GetChargeRequest>
      GetChargeResponse: MessageTypeDefinition<_charges_v1_GetChargeResponseInput, _charges_v1_GetChargeResponse>
      GetPaymentLinkRequest: MessageTypeDefinition<_charges_v1_GetPaymentLinkRequestInput, _charges_v1_GetPaymentLinkRequest>
      GetPaymentLinkResponse: MessageTypeDefinition<_charges_v1_GetPaymentLinkResponseInput, _charges_v1_GetPaymentLinkResponse>
      NotifyPaymentsRequest: MessageTypeDefinition<_charges_v1_NotifyPaymentsRequestInput, _charges_v1_NotifyPaymentsRequest>
      NotifyPaymentsResponse: MessageTypeDefinition<_charges_v1_NotifyPaymentsResponseInput, _charges_v1_NotifyPaymentsResponse>
      StatusSource: EnumTypeDefinition
    }
  }
}

