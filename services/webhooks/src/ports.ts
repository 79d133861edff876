import type { Answer, Judgement } from './domain/attempt.ts';
import type { Endpoint } from './domain/endpoint.ts';
import type { WebhookEvent } from './domain/webhook-event.ts';

type NewEndpoint = Endpoint & { readonly sealedSecret: Buffer };

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: EndpointTransaction) => Promise<T>) => Promise<T>;

export type EndpointTransaction = {
  /** How many endpoints the account has; nobody adds another until this transaction ends. */
  lockEndpointCount(accountId: string): Promise<number>;
  insertEndpoint(endpoint: NewEndpoint): Promise<void>;
};

/** The transaction that also claims the facts behind the events. */
export type AnnouncementTransaction = {
  /** Stores each event and one delivery of it for each endpoint that subscribed. */
  announce(events: readonly WebhookEvent[]): Promise<void>;
};

/** Keeps secrets at rest; what was sealed for one endpoint opens for no other. */
export type Vault = {
  seal(endpointId: string, secret: string): Buffer;
  open(endpointId: string, sealed: Buffer): string;
};

/** A delivery that is ours until its lease runs out. */
export type ClaimedDelivery = {
  readonly id: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly body: Buffer;
  readonly occurredAt: Date;
  readonly triesDone: number;
};

/** How much may be claimed: in all, and per endpoint less what is already under way there. */
export type Room = {
  readonly deliveriesMax: number;
  readonly perEndpointMax: number;
  readonly underWay: ReadonlyMap<string, number>;
};

export type Attempt = Judgement & {
  readonly deliveryId: number;
  readonly endpointId: string;
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
};

export type Deliveries = {
  /** Deliveries never tried, fair over endpoints. */
  claimFirstTries(room: Room): Promise<readonly ClaimedDelivery[]>;
  /** Deliveries due again, the longest due first. */
  claimRetries(room: Room): Promise<readonly ClaimedDelivery[]>;
  /** An endpoint that is gone is disabled, and what it has not got yet is held for it. */
  record(attempts: readonly Attempt[]): Promise<void>;
  /** Gives back what was claimed and not sent. */
  release(deliveryIds: readonly number[]): Promise<void>;
  /** Time until the next retry; null when none is planned. */
  nextRetryInMs(): Promise<number | null>;
};

export type Receivers = {
  /** Signs and posts the bytes as they are; never rejects. Null when it was cut short by us. */
  post(message: Message): Promise<Answer | null>;
};

export type Message = {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: Buffer;
  readonly at: Date;
};

export type Ports = {
  readonly transact: Transact;
  readonly deliveries: Deliveries;
  readonly receivers: Receivers;
  readonly vault: Vault;
  readonly now: () => Date;
  /** In [0, 1). */
  readonly chance: () => number;
  readonly newEndpointId: () => string;
  readonly newSecretBytes: () => Buffer;
  readonly allowInsecureUrls: boolean;
  readonly limits: { readonly timeoutMs: number; readonly replyBytesMax: number };
};
