import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChargeCompletedInput as _events_v1_ChargeCompletedInput, ChargeCompleted as _events_v1_ChargeCompleted } from './events/v1/ChargeCompleted.ts';
import type { ChargeEventInput as _events_v1_ChargeEventInput, ChargeEvent as _events_v1_ChargeEvent } from './events/v1/ChargeEvent.ts';
import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from './events/v1/DepositCredited.ts';
import type { LedgerEventInput as _events_v1_LedgerEventInput, LedgerEvent as _events_v1_LedgerEvent } from './events/v1/LedgerEvent.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  events: {
    v1: {
      ChargeCompleted: MessageTypeDefinition<_events_v1_ChargeCompletedInput, _events_v1_ChargeCompleted>
      ChargeEvent: MessageTypeDefinition<_events_v1_ChargeEventInput, _events_v1_ChargeEvent>
      DepositCredited: MessageTypeDefinition<_events_v1_DepositCreditedInput, _events_v1_DepositCredited>
      LedgerEvent: MessageTypeDefinition<_events_v1_LedgerEventInput, _events_v1_LedgerEvent>
    }
  }
}

