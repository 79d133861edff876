import { Registry } from 'prom-client';
import { closedCounter } from '../../src/telemetry/metrics.ts';

test('every series is there from the start, so that the first increment is seen', async () => {
  const metrics = new Registry();
  const counter = closedCounter(metrics, {
    name: 'tries_total',
    help: 'test',
    labels: { outcome: ['ok', 'failed'], kind: ['a', 'b'] },
  });
  counter.inc({ outcome: 'failed', kind: 'b' });

  const lines = (await metrics.metrics()).match(/^tries_total.*$/gm);
  expect(lines).toEqual([
    'tries_total{outcome="ok",kind="a"} 0',
    'tries_total{outcome="ok",kind="b"} 0',
    'tries_total{outcome="failed",kind="a"} 0',
    'tries_total{outcome="failed",kind="b"} 1',
  ]);
});
