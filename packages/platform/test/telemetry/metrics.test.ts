import { Gauge, Registry } from 'prom-client';
import { runLeasedJobs } from '../../src/db/job-store.ts';
import { keepMeasured } from '../../src/telemetry/measured-gauges.ts';
import { closedCounter, httpServerMetrics } from '../../src/telemetry/metrics.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { repeat } from '../../src/time/repeat.ts';

test('requests are counted by method, route pattern and status', async () => {
  const metrics = new Registry();
  httpServerMetrics(metrics)({
    method: 'GET',
    route: '/api/deposit/:id',
    statusCode: 200,
    errorType: '',
    ms: 12,
  });
  const text = await metrics.metrics();
  expect(text).toContain(
    'http_server_request_duration_seconds_sum{http_request_method="GET",http_route="/api/deposit/:id",http_response_status_code="200",error_type=""} 0.012',
  );
});

test('what a client invents makes no new time series', async () => {
  const metrics = new Registry();
  const observe = httpServerMetrics(metrics);
  const answered = { route: undefined, statusCode: 404, errorType: '', ms: 1 };
  for (let n = 0; n < 50; n += 1) observe({ ...answered, method: `BREW${n}` });
  const text = await metrics.metrics();
  const series = text.match(/^http_server_request_duration_seconds_count.*$/gm);
  expect(series).toEqual([
    'http_server_request_duration_seconds_count{http_request_method="_OTHER",http_route="_OTHER",http_response_status_code="404",error_type=""} 50',
  ]);
});

test('a readiness check shows as dependency_up', async () => {
  const { health, metrics } = testRuntime();
  health.ready('postgres', () => null);
  health.ready('auth', () => 'away');
  health.ready('bank', () => Promise.reject(new Error('refused')));
  health.started();
  expect(await health.readyProblems()).toEqual(['auth: away', 'bank: refused']);
  const text = await metrics.metrics();
  expect(text).toContain('dependency_up{dependency="postgres"} 1');
  expect(text).toContain('dependency_up{dependency="auth"} 0');
  expect(text).toContain('dependency_up{dependency="bank"} 0');
});

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

const SUCCESS = /job_last_success_timestamp_seconds\{job="tidy"\} (\S+)/;

async function successOf({ metrics }: ReturnType<typeof testRuntime>): Promise<number> {
  return Number(SUCCESS.exec(await metrics.metrics())?.[1]);
}

test('a job that fails keeps the time of its last success, and says how old that may become', async () => {
  const runtime = testRuntime();
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs > 2) throw new Error('no luck');
    return false;
  };
  await using _job = repeat({ name: 'tidy', everyMs: 1, work }, runtime);
  await eventually(() => expect(runs).toBeGreaterThan(2));
  const after = await successOf(runtime);
  const runsThen = runs;
  await eventually(() => expect(runs).toBeGreaterThan(runsThen + 2));

  expect(await successOf(runtime)).toBe(after);
  expect(await runtime.metrics.metrics()).toContain('job_success_max_age_seconds{job="tidy"} 300');
});

test('a job that another replica has leased, or that never succeeds, has last succeeded when this process began', async () => {
  const runtime = testRuntime();
  let looks = 0;
  const due = async () => {
    looks += 1;
    return looks % 2 === 0 ? ['tidy'] : [];
  };
  const work = async () => {
    throw new Error('no luck');
  };
  const tidy = { everyMs: 600_000, work };
  await using _jobs = runLeasedJobs({ tidy }, { due, runtime, everyMs: 1 });
  const begun = await successOf(runtime);
  expect(begun).toBeGreaterThan(0);

  await eventually(() => expect(looks).toBeGreaterThan(5));

  expect(await successOf(runtime)).toBe(begun);
  expect(await runtime.metrics.metrics()).toContain('job_success_max_age_seconds{job="tidy"} 1800');
});

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
