import type { Judgement, Timings } from './answer.ts';

export const DELIVERY_STATUSES = [
  'PENDING',
  'HELD',
  'DELIVERED',
  'EXHAUSTED',
  'ABANDONED',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type LoggedAttempt = Pick<Judgement, 'statusCode' | 'cause'> & {
  readonly at: Date;
  readonly timings: Timings;
  readonly responseBody: string;
};

export type LoggedDelivery = {
  readonly id: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly attemptsDone: number;
  readonly dueAt: Date;
  readonly bodyBytes: number;
  readonly hasAuthorization: boolean;
  readonly attempts: readonly LoggedAttempt[];
};

/** Where a page ended. */
export type LogPlace = { readonly micros: number; readonly id: string };
export type Page<T> = { readonly items: readonly T[]; readonly next: LogPlace | null };
export type Window = { readonly from: Date; readonly to: Date };
export type LogFilter = Window & {
  readonly endpointId: string;
  readonly status: DeliveryStatus | null;
  readonly limit: number;
  readonly after: LogPlace | null;
};

export type TimelineEntry = {
  readonly at: Date;
  readonly kind: 'webhook_created' | 'webhook_attempt';
  readonly detail: Readonly<Record<string, unknown>>;
  readonly traceId: string | null;
};

export type AuditedEvent = {
  readonly eventId: string;
  readonly event: string;
  /** Empty: of no charge. */
  readonly chargeId: string;
  readonly createdAt: Date;
  readonly firstAttemptAt: Date | null;
  readonly deliveries: number;
};
