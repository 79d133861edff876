import type { WebhookMetrics } from '@entrada/client/gen/api';

type Buckets = WebhookMetrics['buckets'];

export function summaryOf(buckets: Buckets) {
  const delivered = sum(buckets, (bucket) => bucket.delivered);
  const failed = sum(buckets, (bucket) => bucket.failed);
  const attempts = delivered + failed;
  const latencies = buckets.flatMap(({ p95Ms }) => p95Ms ?? []);
  return {
    delivered,
    failed,
    /** Of all attempts; null: there were none. */
    errorRate: attempts === 0 ? null : failed / attempts,
    /** Percentiles of hours cannot be averaged, so the worst hour is shown. */
    slowestP95Ms: latencies.length === 0 ? null : Math.max(...latencies),
    /** Most frequent first. */
    codes: codesOf(buckets),
  };
}

function sum(buckets: Buckets, of: (bucket: Buckets[number]) => number): number {
  return buckets.reduce((total, bucket) => total + of(bucket), 0);
}

function codesOf(buckets: Buckets): readonly (readonly [code: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { statusCodes } of buckets) {
    for (const [code, count] of Object.entries(statusCodes)) {
      counts.set(code, (counts.get(code) ?? 0) + count);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
