import type { CauseCode } from '@entrada/contracts/cause-codes';
import type { Judgement, Timings } from './attempt.ts';
import type { EventType, TEST_EVENT } from './webhook-event.ts';

export const DELIVERY_STATUSES = [
  'PENDING',
  'HELD',
  'DELIVERED',
  'EXHAUSTED',
  'ABANDONED',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type LoggedAttempt = Pick<Judgement, 'statusCode' | 'cause'> & {
  readonly atMs: number;
  readonly timings: Timings;
  readonly responseBody: string;
  readonly responseHeaders: readonly string[];
  /** Why it failed, for programs; the cause says it in words. Null: it succeeded. */
  readonly causeCode: CauseCode | null;
};

export type LoggedDelivery = {
  readonly id: number;
  readonly endpointId: string;
  readonly endpointName: string;
  readonly eventId: string;
  readonly event: string;
  readonly isTest: boolean;
  /** Why it is or was sent: what happened, or what the account asked for last. */
  readonly triggeredBy: 'event' | 'test' | 'replay' | 'redelivery';
  readonly triggeredAt: Date;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly attemptsDone: number;
  readonly dueAt: Date;
  readonly bodyBytes: number;
  /** What is signed and sent, byte for byte; absent in a list. */
  readonly body?: string;
  readonly hasAuthorization: boolean;
  readonly attempts: readonly LoggedAttempt[];
};

/** Where a page ended. */
export type LogPlace = { readonly micros: number; readonly id: string };
export type Page<T> = { readonly items: readonly T[]; readonly next: LogPlace | null };
export type Window = { readonly from: Date; readonly to: Date };
export type LogFilter = Window & {
  /** Of each, null: any. */
  readonly endpointId: string | null;
  readonly event: EventType | typeof TEST_EVENT | null;
  readonly eventId: string | null;
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
  readonly id: string;
  readonly event: string;
  readonly chargeId: string | null;
  readonly createdAt: Date;
  readonly firstAttemptAt: Date | null;
  readonly deliveries: number;
};
