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

/** An event and the transaction that booked it. */
type Booking<E> = { readonly event: E; readonly booked: Booked };

export type BookedEvent =
  | ({ readonly type: 'credited' } & Booking<DepositEvent>)
  | ({ readonly type: 'suspended' } & Booking<SuspenseEvent>)
  | ({ readonly type: 'refunded' } & Booking<SettledEvent>)
  | ({ readonly type: 'released' } & Booking<FailedEvent>)
  | ({ readonly type: 'returned'; readonly owedCents: number } & Booking<ReturnEvent>)
  | {
      readonly type: 'resolved';
      readonly item: SuspenseItem;
      /** The message of charges about the exception; null where it was not kept. */
      readonly message: PaymentExceptionInput | null;
      readonly booked: Booked;
    };
