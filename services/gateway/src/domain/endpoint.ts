/** A receiver of webhooks; REST calls it a webhook. */
export type Endpoint = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
  /** Null: it is enabled. */
  readonly disabledReason: string | null;
  readonly hasAuthorization: boolean;
  readonly createdAt: string;
  /** Of the last 24 hours. */
  readonly health: {
    readonly delivered: number;
    readonly failed: number;
    readonly waiting: number;
    readonly lastSuccessAt: string | null;
    readonly lastFailureAt: string | null;
    readonly lastFailureCause: string | null;
  };
};

type Settings = {
  readonly events?: readonly string[] | undefined;
  readonly authorization?: string | undefined;
  /** Saves it without testing the receiver. */
  readonly skipTest?: boolean | undefined;
  readonly enabled?: boolean | undefined;
};
export type NewEndpoint = Settings & {
  readonly name: string;
  readonly url: string;
  /** Brought by the client. */
  readonly secret?: string | undefined;
};
export type EndpointChanges = Settings & {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
};

/** What was sent to an endpoint, per hour. */
export type EndpointMetrics = {
  readonly asOf: string;
  readonly buckets: readonly {
    readonly start: string;
    readonly delivered: number;
    readonly failed: number;
    readonly p95Ms: number | null;
    readonly statusCodes: Readonly<Record<string, number>>;
  }[];
};

/** Milliseconds each phase took; null: it did not happen. */
type Timings = {
  readonly dns: number | null;
  readonly tcp: number | null;
  readonly tls: number | null;
  readonly firstByte: number | null;
  readonly total: number | null;
};

export type Attempt = {
  readonly at: string;
  readonly statusCode: number | null;
  readonly cause: string | null;
  readonly causeCode: string | null;
  readonly timings: Timings;
  readonly responseBody: string;
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
};

export const DELIVERY_STATUSES = [
  'PENDING',
  'HELD',
  'DELIVERED',
  'EXHAUSTED',
  'ABANDONED',
] as const;

export type Delivery = {
  readonly id: string;
  /** The endpoint's id, as REST names it. */
  readonly webhookId: string;
  readonly webhookName: string;
  readonly eventId: string;
  readonly event: string;
  readonly test: boolean;
  readonly trigger: { readonly kind: string; readonly at: string };
  readonly status: string;
  readonly createdAt: string;
  readonly attempts: readonly Attempt[];
  readonly nextAttemptsAt: readonly string[];
  /** What is signed and sent, byte for byte; null in a list. */
  readonly body: string | null;
};

export type DeliveryFilter = {
  readonly endpointId?: string | undefined;
  readonly event?: string | undefined;
  readonly eventId?: string | undefined;
  readonly status?: string | undefined;
};

export type Replay = {
  readonly from: string;
  readonly to: string;
  readonly only: 'all' | 'failed';
  readonly dryRun: boolean;
};
