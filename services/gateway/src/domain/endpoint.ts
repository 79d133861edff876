/** A receiver of webhooks; REST calls it a webhook. */
export type Endpoint = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
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
  readonly timings: Timings;
  readonly responseBody: string;
  readonly requestHeaders: readonly string[];
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
  readonly eventId: string;
  readonly event: string;
  readonly status: string;
  readonly createdAt: string;
  readonly attempts: readonly Attempt[];
  readonly nextAttemptsAt: readonly string[];
};
