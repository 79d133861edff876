import { Gauge } from 'prom-client';
import { keepMeasured } from '../../src/telemetry/measured-gauges.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

function openQueue() {
  const runtime = testRuntime();
  const registers = [runtime.metrics];
  const waiting = new Gauge({ name: 'waiting', help: 'test', registers });
  const byTopic = new Gauge({ name: 'by_topic', help: 'test', labelNames: ['topic'], registers });
  const text = () => runtime.metrics.metrics();
  return { runtime, waiting, byTopic, text, gauges: [waiting, byTopic] };
}

test('a scrape does not wait for a measurement that hangs, and shows no figure for it', async () => {
  const { runtime, gauges, text } = openQueue();
  const hanging = Promise.withResolvers<void>();
  await using _measuring = keepMeasured(runtime, {
    name: 'queue',
    gauges,
    measure: () => hanging.promise,
  });

  expect(await text()).not.toMatch(/^(waiting|by_topic)/m);
  hanging.resolve();
});

test('gauges are absent while they cannot be measured, and back afterwards', async () => {
  const { runtime, waiting, byTopic, text, gauges } = openQueue();
  let isDown = false;
  await using _measuring = keepMeasured(runtime, {
    name: 'queue',
    gauges,
    async measure() {
      if (isDown) throw new Error('database is down');
      waiting.set(3);
      byTopic.set({ topic: 'a' }, 4);
    },
  });
  const shown = /^waiting 3$[\s\S]*^by_topic\{topic="a"\} 4$/m;
  await eventually(async () => expect(await text()).toMatch(shown));

  isDown = true;
  await eventually(async () => expect(await text()).not.toMatch(/^(waiting|by_topic)/m));
  isDown = false;
  await eventually(async () => expect(await text()).toMatch(shown));
  expect(await text()).toMatch(/job_last_success_timestamp_seconds\{job="measure queue"\} \d/);
});
