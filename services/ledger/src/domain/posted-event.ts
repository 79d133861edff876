import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { Booked } from './book.ts';
import type {
  DepositEvent,
  FailedEvent,
  ReturnEvent,
  SettledEvent,
  SuspenseEvent,
} from './charge-event.ts';
import type { SuspenseItem } from './suspense.ts';

/** An event and the transaction that posted it. */
type Posted<E> = { readonly event: E; readonly booked: Booked };

export type PostedEvent =
  | ({ readonly type: 'credited' } & Posted<DepositEvent>)
  | ({ readonly type: 'suspended' } & Posted<SuspenseEvent>)
  | ({ readonly type: 'refunded' } & Posted<SettledEvent>)
  | ({ readonly type: 'released' } & Posted<FailedEvent>)
  | ({ readonly type: 'returned'; readonly owedCents: number } & Posted<ReturnEvent>)
  | {
      readonly type: 'resolved';
      readonly item: SuspenseItem;
      /** The message of charges about the exception; null where it was not kept. */
      readonly message: PaymentExceptionInput | null;
      readonly booked: Booked;
    };
