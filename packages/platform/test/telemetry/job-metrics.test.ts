import { runLeasedJobs } from '../../src/db/job-store.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { repeat } from '../../src/time/repeat.ts';

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
