import { randomBytes } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { tinyRun } from './tiny-run.ts';
import { measureWebhooks } from './webhooks.ts';

/** It takes a few seconds; a busy machine may need many times as long. */
const TEST_MAX_MS = 120_000;
const TINY = { endpoints: 3, deliveries: 30, rounds: 1, stored: 30, perSecond: 20, count: 5 };

describeNeeding(['postgres'], 'the bench of the webhooks', () => {
  it(
    'measures every figure, so that it is there when it is needed',
    async () => {
      const name = `bench_${randomBytes(6).toString('hex')}`;

      const rows = await measureWebhooks(tinyRun({ webhooks: TINY }), name);

      expect(rows.map(({ name: title }) => title)).toEqual([
        'deliveries, 1 endpoint',
        'deliveries, 3 endpoints',
        'deliveries, 30 stored',
        'the same beside none stored',
        'credit to first try, 20/s, p50',
        'credit to first try, 20/s, p99',
      ]);
      for (const { ours, floor } of rows) {
        expect(ours).toBeGreaterThan(0);
        expect(floor).toBeGreaterThan(0);
      }
    },
    TEST_MAX_MS,
  );
});
