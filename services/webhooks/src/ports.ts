import type { SealingKeys } from '@entrada/platform/crypto/seal';
import type { Limits, PostResult } from './domain/attempt.ts';
import type { Notice, UrlRules } from './domain/endpoint.ts';
import type { EventData, EventType } from './domain/webhook-event.ts';
import type { DeliveryLog } from './store/delivery-log.ts';
import type { DeliveryStore } from './store/delivery-store.ts';
import type { EndpointQueries, EndpointTransaction } from './store/endpoint-store.ts';
import type { Feed } from './store/feed-store.ts';
import type { Housekeeping } from './store/housekeeping.ts';
import type { noticeStore } from './store/notice-store.ts';
import type { TotalsStore } from './store/totals.ts';
import type { resealingStore } from './store/vault.ts';

export type { PlanDeliveries } from './store/plan-deliveries.ts';

export type Message = {
  readonly id: string;
  readonly url: string;
  /** The message gets a signature by each. */
  readonly secrets: readonly string[];
  readonly authorization: string | null;
  readonly body: Buffer;
  readonly at: Date;
  readonly isTest: boolean;
};

export type Ports = {
  /** Everything written inside `work` commits together, or not at all. */
  readonly transact: <T>(work: (tx: EndpointTransaction) => Promise<T>) => Promise<T>;
  readonly endpoints: EndpointQueries;
  readonly deliveries: DeliveryStore;
  readonly housekeeping: Housekeeping;
  readonly notices: ReturnType<typeof noticeStore>;
  readonly deliveryLog: DeliveryLog;
  readonly totals: TotalsStore;
  readonly feed: Feed;
  readonly resealing: ReturnType<typeof resealingStore>;
  /** Keeps secrets at rest; what was sealed under one name opens under no other. */
  readonly vault: SealingKeys;
  readonly receivers: {
    /** Signs and posts the bytes as they are; never rejects. Null when it was cut short by us. */
    post(message: Message, timeoutMs?: number): Promise<PostResult | null>;
  };
  /** Of two with one id, auth sends the first. */
  readonly notifyAccount: (notice: Notice) => Promise<void>;
  /** The `data` of the documented sample of an event. */
  readonly sampleOf: (event: EventType) => EventData;
  readonly now: () => Date;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  readonly newSecretBytes: () => Buffer;
  readonly urlRules: UrlRules;
  readonly limits: Limits;
};
