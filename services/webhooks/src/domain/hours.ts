import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import { KEPT_DAYS } from './delivery.ts';
import type { Window } from './delivery-log.ts';

/** A year and a month, so that a month can be compared with that of the year before. */
export const NOTIFIED_KEPT_DAYS = 400;
/** The longest window of hours that one request reads. */
const NOTIFIED_DAYS_MAX = 93;

/** Deposits that were first reported to their account in the hour that begins then. */
export type NotifiedHour = { readonly hour: Date; readonly count: number };

/** What was sent to an endpoint in the hour that begins then. */
export type EndpointHour = {
  readonly hour: Date;
  /** Attempts by status code, or by why there was none that counts. */
  readonly results: Readonly<Record<string, number>>;
  /** Of attempts that were answered; null: there were none. */
  readonly p95Ms: number | null;
};

/** Everything recorded until `asOf` is counted. The epoch: nothing was counted yet. */
export type Totals<Hour> = { readonly asOf: Date; readonly hours: readonly Hour[] };

const METRICS_DAYS_MAX = 31;

/** Whole hours; by default the last 24 of them, with the current one. */
export function metricsWindow(from: Date | null, to: Date | null, now: Date): Window {
  const end = to ?? now;
  const begin = from ?? new Date(end.getTime() - DAY_MS + HOUR_MS);
  checkHours({ from: begin, to: end }, METRICS_DAYS_MAX);
  if (begin.getTime() < now.getTime() - KEPT_DAYS * DAY_MS) {
    throw invalid(`must be within the last ${KEPT_DAYS} days`);
  }
  return { from: hourOf(begin), to: end };
}

/** One for each hour that begins in the window, empty where nothing was sent. */
export function everyHour({ from, to }: Window, known: readonly EndpointHour[]): EndpointHour[] {
  const byHour = new Map(known.map((each) => [each.hour.getTime(), each]));
  const hours: EndpointHour[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += HOUR_MS) {
    hours.push(byHour.get(at) ?? { hour: new Date(at), results: {}, p95Ms: null });
  }
  return hours;
}

/** Only 2xx is success, and results that are no status code are failures. */
export function countsOf({ results }: EndpointHour): { delivered: number; failed: number } {
  const counts = { delivered: 0, failed: 0 };
  for (const [result, attempts] of Object.entries(results)) {
    counts[result.startsWith('2') ? 'delivered' : 'failed'] += attempts;
  }
  return counts;
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

export function checkNotifiedWindow(window: Window): void {
  checkHours(window, NOTIFIED_DAYS_MAX);
}

function checkHours({ from, to }: Window, daysMax: number): void {
  if (to <= from) throw invalid('must be before to');
  if (to.getTime() - from.getTime() > daysMax * DAY_MS) {
    throw invalid(`must be at most ${daysMax} days before to`);
  }
}

function invalid(problem: string) {
  return fieldError('from', problem, { reason: 'invalid_window' });
}

/**
 * Latencies are counted in buckets that each end 2^(1/4) above their start: bucket n holds what took
 * from 2^(n/4) to 2^((n+1)/4) milliseconds, the first everything shorter, the last everything longer. A percentile
 * is reported as the middle of its bucket, so between 1 ms and 65 s it is at most 9.1 % off (2^(1/8)).
 */
const BUCKETS_PER_DOUBLING = 4;
const LATENCY_BUCKETS = 64;

/** The bucket of a SQL expression in milliseconds. */
export const latencyBucketSql = (ms: string): string =>
  `least(${LATENCY_BUCKETS - 1}, floor(${BUCKETS_PER_DOUBLING} / ln(2::float8) * ln(greatest(${ms}, 1)::float8)))::smallint`;

/** In the middle of a bucket, to a hundredth of a millisecond. */
export function latencyOf(bucket: number): number {
  return Math.round(2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING) * 100) / 100;
}
