import type { Replay } from './domain/delivery.ts';
import type {
  AuditedEvent,
  LogFilter,
  LoggedDelivery,
  LogPlace,
  Page,
  TimelineEntry,
  Window,
} from './domain/delivery-log.ts';
import type { DisabledReason, Endpoint, UrlRules } from './domain/endpoint.ts';
import type { EndpointHour, NotifiedHour } from './domain/hours.ts';
import type { Notice } from './domain/notice.ts';
import type { Judgement, Limits, PostResult, Timings } from './domain/post-result.ts';
import type { EventData, EventType, WebhookEvent } from './domain/webhook-event.ts';
import type { Resealing, SealedSecrets, Vault } from './ports/secrets.ts';

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: EndpointTransaction) => Promise<T>) => Promise<T>;

export type EndpointTransaction = {
  /** How many endpoints the account has; nobody adds another until this transaction ends. */
  lockEndpointCount(accountId: string): Promise<number>;
  insertEndpoint(
    endpoint: Endpoint & Pick<SealedSecrets, 'sealedSecret' | 'sealedAuthorization'>,
  ): Promise<void>;
  /** The account's endpoint, for this transaction to change; null: there is none. */
  lockEndpoint(accountId: string, endpointId: string): Promise<(Endpoint & SealedSecrets) | null>;
  updateEndpoint(endpoint: Endpoint & Pick<SealedSecrets, 'sealedAuthorization'>): Promise<void>;
  replaceSecret(endpointId: string, sealedSecret: Buffer, previousUntil: Date): Promise<void>;
  /** Wipes its secrets; its deliveries are given up by `settle`. */
  deleteEndpoint(endpointId: string, at: Date): Promise<void>;
  /** Records a test: a finished delivery, whose event is in no feed. */
  insertTest(event: WebhookEvent, attempt: Omit<Attempt, 'deliveryId' | 'lease'>): Promise<number>;
};

export type EndpointHealth = {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastFailureCause: string | null;
};
export type EndpointWithHealth = Endpoint & { readonly health: EndpointHealth };

export type Endpoints = {
  /** Newest first. */
  list(accountId: string): Promise<readonly EndpointWithHealth[]>;
  find(accountId: string, endpointId: string): Promise<EndpointWithHealth | null>;
  owns(accountId: string, endpointId: string): Promise<boolean>;
  secretsOf(accountId: string, endpointId: string): Promise<(Endpoint & SealedSecrets) | null>;
};

/** The transaction of the consumer, which also marks the events as handled. */
export type PlanTransaction = {
  /**
   * Appends each event to its account's feed, with one delivery for each endpoint that subscribed.
   * Returns those that there was room for: they are claimed, and sent after the commit.
   */
  plan(events: readonly TracedEvent[], room: Room): Promise<readonly ClaimedDelivery[]>;
};

/** What an attempt is logged and traced under; null where it is not known. */
export type Origin = {
  /** Separated by commas. */
  readonly requestIds: string | null;
  readonly traceParent: string | null;
};

export const NO_ORIGIN: Origin = { requestIds: null, traceParent: null };

type TracedEvent = WebhookEvent & Origin;

/** A delivery that is ours until its lease runs out. */
export type ClaimedDelivery = SealedSecrets &
  Origin & {
    readonly id: number;
    readonly endpointId: string;
    readonly eventId: string;
    readonly url: string;
    readonly body: Buffer;
    readonly occurredAt: Date;
    readonly attemptsDone: number;
    readonly isReplay: boolean;
    readonly isTest: boolean;
    /** The lease's end as stored. A write that finds another value there is not ours any more. */
    readonly lease: number;
    /** What its queue is ordered by: an id, or a time in microseconds. Null: it was leased on insert. */
    readonly queueKey: number | null;
    /** It was claimed before, and that lease expired without a result. */
    readonly wasLeased: boolean;
  };

/** How much may be claimed: in all, and per endpoint. */
export type Room = {
  readonly deliveriesMax: number;
  readonly perEndpointMax: number;
  /** Endpoints with another maximum, because they are busy, slow or resting. */
  readonly overrides: ReadonlyMap<string, number>;
};

export const NO_ROOM: Room = { deliveriesMax: 0, perEndpointMax: 0, overrides: new Map() };

export type Attempt = Judgement & {
  readonly deliveryId: number;
  readonly endpointId: string;
  /** The lease of the claim under which it was made. */
  readonly lease: number;
  readonly number: number;
  readonly at: Date;
  readonly timings: Timings;
  readonly responseBody: string;
  readonly responseHeaders: readonly string[];
};

export type ClaimStart = {
  /** Only deliveries with a greater queue key are claimed, except of the unfinished endpoints. */
  readonly queueFloor: number;
  /** Endpoints that may have more to claim, each with a floor of its own. */
  readonly unfinished: ReadonlyMap<string, number>;
  /** Whether deliveries with an expired lease are claimed too. */
  readonly withExpired: boolean;
};

/** `isWalkCut`: endpoints were left out, as there are too many for one claim. False if it is empty. */
type Claimed = { readonly deliveries: readonly ClaimedDelivery[]; readonly isWalkCut: boolean };
type Claim = (room: Room, start: ClaimStart) => Promise<Claimed>;
export type Deliveries = {
  /** Deliveries never attempted, fair over endpoints. */
  claimFirstAttempts: Claim;
  /** Deliveries due again, fair over endpoints. */
  claimRetries: Claim;
  record(attempts: readonly Attempt[]): Promise<void>;
  /** Ends the leases of deliveries that were claimed and not sent. */
  release(claimed: readonly Pick<ClaimedDelivery, 'id' | 'lease'>[]): Promise<void>;
  /** Time until the next retry; null when none is planned. */
  nextRetryInMs(): Promise<number | null>;
};

export type Notices = {
  /** Notices that are due, out of reach of other replicas for a while. */
  claim(limit: number): Promise<readonly Notice[]>;
  remove(id: string): Promise<void>;
};

export type Housekeeping = {
  /** Disables an endpoint that is still enabled and notifies its account, in one transaction. */
  disable(
    endpointId: string,
    reason: DisabledReason,
    eventOf: (endpoint: Endpoint) => WebhookEvent,
  ): Promise<void>;
  /** Enabled endpoints whose failures have gone on for so long without one success. */
  failingFor(
    ms: number,
  ): Promise<readonly { readonly endpointId: string; readonly cause: string }[]>;
  /**
   * Moves deliveries whose endpoint was disabled, enabled or deleted to the status that fits; of any
   * endpoint if none is given. True: there may be more.
   */
  settle(endpointId?: string): Promise<boolean>;
  /** Removes events that are too old to be replayed, unless a delivery of theirs is still due. */
  prune(): Promise<void>;
};

export type DeliveryLog = {
  /** Newest first, each with its last attempt only; of the endpoints that are not deleted. */
  list(accountId: string, filter: LogFilter): Promise<Page<LoggedDelivery>>;
  find(accountId: string, deliveryId: number): Promise<LoggedDelivery | null>;
  /** Makes a delivery due now; false: there is none. */
  redeliver(accountId: string, deliveryId: number): Promise<boolean>;
  /** How many deliveries would be replayed; counting stops at `max`. */
  countReplayable(endpointId: string, replay: Replay, max: number): Promise<number>;
  /** Returns the count; if the same is being replayed already, that of the replay under way. */
  startReplay(endpointId: string, replay: Replay, count: number): Promise<number>;
  /** Makes one batch of a replay due again, in one transaction. False: there is none to continue. */
  continueReplay(max: number, endpointId?: string): Promise<boolean>;
  timeline(accountId: string, chargeId: string, max: number): Promise<readonly TimelineEntry[]>;
  audit(window: Window, limit: number, after: LogPlace | null): Promise<Page<AuditedEvent>>;
};

/** Counts that are kept as attempts are recorded. */
export type Rollups = {
  /**
   * Deposits that were first reported to the account, per hour of the window, oldest first; added up from
   * each of the starts to the next, if there are any.
   */
  notifiedHours(
    accountId: string,
    window: Window,
    starts?: readonly Date[],
  ): Promise<readonly NotifiedHour[]>;
  /** Hours of the window in which something was sent, oldest first. */
  endpointHours(endpointId: string, window: Window): Promise<readonly EndpointHour[]>;
};

export type Feed = {
  /** Bodies in order after a position; null: after the acknowledged one. */
  read(accountId: string, after: number | null, limit: number): Promise<FeedPage>;
  /** False: the position lies in the future, so none like it was issued yet. `acknowledge` returns false for the same reason. */
  hasPassed(position: number): Promise<boolean>;
  acknowledge(accountId: string, position: number): Promise<boolean>;
};
export type FeedPage = { readonly bodies: readonly Buffer[]; readonly position: number };

export type Receivers = {
  /** Signs and posts the bytes as they are; never rejects. Null when it was cut short by us. */
  post(message: Message, timeoutMs?: number): Promise<PostResult | null>;
};

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
  readonly transact: Transact;
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly housekeeping: Housekeeping;
  readonly notices: Notices;
  /** Of two with one id, auth sends the first. */
  readonly notifyAccount: (notice: Notice) => Promise<void>;
  readonly deliveryLog: DeliveryLog;
  readonly rollups: Rollups;
  readonly feed: Feed;
  readonly receivers: Receivers;
  /** The bytes that are stored, signed and sent. */
  readonly encodeBody: (event: WebhookEvent) => Buffer;
  /** The `data` of the documented sample of an event. */
  readonly sampleOf: (event: EventType) => EventData;
  readonly vault: Vault;
  readonly resealing: Resealing;
  readonly now: () => Date;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  readonly newSecretBytes: () => Buffer;
  readonly urlRules: UrlRules;
  readonly limits: Limits;
};
