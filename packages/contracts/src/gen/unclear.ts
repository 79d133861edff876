import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListUnclearPaymentsRequestInput as _charges_v1_ListUnclearPaymentsRequestInput, ListUnclearPaymentsRequest as _charges_v1_ListUnclearPaymentsRequest } from './charges/v1/ListUnclearPaymentsRequest.ts';
import type { ListUnclearPaymentsResponseInput as _charges_v1_ListUnclearPaymentsResponseInput, ListUnclearPaymentsResponse as _charges_v1_ListUnclearPaymentsResponse } from './charges/v1/ListUnclearPaymentsResponse.ts';
import type { RecheckPaymentsRequestInput as _charges_v1_RecheckPaymentsRequestInput, RecheckPaymentsRequest as _charges_v1_RecheckPaymentsRequest } from './charges/v1/RecheckPaymentsRequest.ts';
import type { RecheckPaymentsResponseInput as _charges_v1_RecheckPaymentsResponseInput, RecheckPaymentsResponse as _charges_v1_RecheckPaymentsResponse } from './charges/v1/RecheckPaymentsResponse.ts';
import type { RecheckedPaymentInput as _charges_v1_RecheckedPaymentInput, RecheckedPayment as _charges_v1_RecheckedPayment } from './charges/v1/RecheckedPayment.ts';
import type { UnclearPaymentInput as _charges_v1_UnclearPaymentInput, UnclearPayment as _charges_v1_UnclearPayment } from './charges/v1/UnclearPayment.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  charges: {
    v1: {
      ListUnclearPaymentsRequest: MessageTypeDefinition<_charges_v1_ListUnclearPaymentsRequestInput, _charges_v1_ListUnclearPaymentsRequest>
      ListUnclearPaymentsResponse: MessageTypeDefinition<_charges_v1_ListUnclearPaymentsResponseInput, _charges_v1_ListUnclearPaymentsResponse>
      RecheckOutcome: EnumTypeDefinition
      RecheckPaymentsRequest: MessageTypeDefinition<_charges_v1_RecheckPaymentsRequestInput, _charges_v1_RecheckPaymentsRequest>
      RecheckPaymentsResponse: MessageTypeDefinition<_charges_v1_RecheckPaymentsResponseInput, _charges_v1_RecheckPaymentsResponse>
      RecheckedPayment: MessageTypeDefinition<_charges_v1_RecheckedPaymentInput, _charges_v1_RecheckedPayment>
      UnclearPayment: MessageTypeDefinition<_charges_v1_UnclearPaymentInput, _charges_v1_UnclearPayment>
    }
  }
}

