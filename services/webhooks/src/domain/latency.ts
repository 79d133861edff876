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
