import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetTermsRequestInput as _charges_v1_GetTermsRequestInput, GetTermsRequest as _charges_v1_GetTermsRequest } from './charges/v1/GetTermsRequest.ts';
import type { GetTermsResponseInput as _charges_v1_GetTermsResponseInput, GetTermsResponse as _charges_v1_GetTermsResponse } from './charges/v1/GetTermsResponse.ts';
import type { ListTermsRequestInput as _charges_v1_ListTermsRequestInput, ListTermsRequest as _charges_v1_ListTermsRequest } from './charges/v1/ListTermsRequest.ts';
import type { ListTermsResponseInput as _charges_v1_ListTermsResponseInput, ListTermsResponse as _charges_v1_ListTermsResponse } from './charges/v1/ListTermsResponse.ts';
import type { SetTermsRequestInput as _charges_v1_SetTermsRequestInput, SetTermsRequest as _charges_v1_SetTermsRequest } from './charges/v1/SetTermsRequest.ts';
import type { SetTermsResponseInput as _charges_v1_SetTermsResponseInput, SetTermsResponse as _charges_v1_SetTermsResponse } from './charges/v1/SetTermsResponse.ts';
import type { TermsInput as _charges_v1_TermsInput, Terms as _charges_v1_Terms } from './charges/v1/Terms.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      GetTermsRequest: MessageTypeDefinition<_charges_v1_GetTermsRequestInput, _charges_v1_GetTermsRequest>
      GetTermsResponse: MessageTypeDefinition<_charges_v1_GetTermsResponseInput, _charges_v1_GetTermsResponse>
      ListTermsRequest: MessageTypeDefinition<_charges_v1_ListTermsRequestInput, _charges_v1_ListTermsRequest>
      ListTermsResponse: MessageTypeDefinition<_charges_v1_ListTermsResponseInput, _charges_v1_ListTermsResponse>
      SetTermsRequest: MessageTypeDefinition<_charges_v1_SetTermsRequestInput, _charges_v1_SetTermsRequest>
      SetTermsResponse: MessageTypeDefinition<_charges_v1_SetTermsResponseInput, _charges_v1_SetTermsResponse>
      Terms: MessageTypeDefinition<_charges_v1_TermsInput, _charges_v1_Terms>
    }
  }
}

