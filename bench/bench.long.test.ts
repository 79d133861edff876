import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import type { Results, Row } from './report.ts';
import { runParts } from './run-parts.ts';

const BENCH = join(import.meta.dirname, '../bench/bench.ts');
/** It takes four minutes beside other tests; a busy machine may need several times as long. */
const WHOLE_RUN_MAX_MS = 1_200_000;
/** Far below the minutes of the statement, far above what a machine may stall. */
const END_MAX_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'entrada-bench-'));
const file = join(folder, 'results.json');
afterAll(() => rmSync(folder, { recursive: true }));
const results = (): Results => JSON.parse(readFileSync(file, 'utf8'));

function startBench(...args: string[]) {
  const child = spawn(process.execPath, [BENCH, '--out', file, ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exited, output: () => output };
}

describeNeeding(['postgres', 'kafka'], 'the bench as one run', () => {
  it(
    'measures every figure of every part, so that it is there when it is needed',
    async () => {
      const { exited, output } = startBench('--tiny');
      const code = await exited;
      const { rows, failed } = results();
      // The output last, so that a failure first says what failed.
      expect({ failed, ...(code !== 0 && { code, output: output() }) }).toEqual({ failed: [] });
      for (const { name, ours } of rows)
        expect({ name, ours }).toEqual({ name, ours: expect.any(Number) });
      const titles = rows.map(({ name }) => name).join('\n');
      for (const figure of [
        /^create/m,
        /^query/m,
        /^create at 10 × the knee, p99/m,
        /^gateway, verified query/m,
        /^create, traced/m,
        /^query, traced/m,
        /^received → credited p99, 10\/s, postgres log/m,
        /^paid to credited p50, 10\/s, postgres log/m,
        /^paid to delivered p99, 10\/s, postgres log/m,
        /^paid to delivered mean, 10\/s, kafka log/m,
        /^credits, 10,000 accounts$/m,
        /^credits, 10,000 accounts \(floor: lean schema\)/m,
        /^credits, 300 entries stored/m,
        /^credits, one account$/m,
        /^credits, 10,000 accounts, Kafka/m,
        /^booking of 1600, no statistics/m,
        /^booking of 1700, no statistics/m,
        /^booking of 1600, statistics of an empty table/m,
        /^booking of 1600, a snapshot held open/m,
        /^overview of 90 days among 1000/m,
        /^list among 1000/m,
        /^deliver among 1000/m,
        /^CPU time of charges, 20 open pages/m,
        /^CPU time of gateway, 20 open pages/m,
        /^deliveries, 1 endpoint/m,
        /^deliveries, 30 stored/m,
        /^deliveries, 1 endpoint \(floor: batched\)/m,
        /^drain of 30, no statistics/m,
        /^drain of 60, no statistics/m,
        /^drain of 30, statistics of an empty table/m,
        /^drain of 30, a snapshot held open/m,
        /^credit to first attempt, 20\/s, p99/m,
      ]) {
        expect(titles).toMatch(figure);
      }
    },
    WHOLE_RUN_MAX_MS,
  );
});

test('a statement that would run for minutes does not keep the bench from ending', async () => {
  const { child, exited, output } = startBench('--only', 'ledger');
  const storing = Promise.withResolvers<void>();
  child.stdout.on('data', () => /Storing/.test(output()) && storing.resolve());
  await Promise.race([storing.promise, exited]);
  const asked = performance.now();
  child.kill('SIGTERM');
  expect({ code: await exited, output: output() }).toMatchObject({ code: 143 });
  expect(performance.now() - asked).toBeLessThan(END_MAX_MS);
  expect(results()).toEqual({ rows: [], failed: [{ part: 'ledger', why: 'interrupted' }] });
});

test('a part that fails is named, what the others measured is kept, and they go on', async () => {
  const figure = (name: string): Row => ({ name, ours: 1, floor: 1, ratio: 1, unit: 'ms' });
  const parts = [
    ['first', async () => [figure('one')]],
    ['second', () => Promise.reject(new Error('no space left'))],
    [
      'third',
      async (signal: AbortSignal, fail: (why: string) => void) => {
        // The first two are in the file while the third runs.
        expect(results()).toMatchObject({ rows: [{ name: 'one' }], failed: [{ part: 'second' }] });
        fail('charges ended (SIGKILL)');
        signal.throwIfAborted();
        return [];
      },
    ],
    ['fourth', async () => [figure('four')]],
  ] as const;
  const signal = new AbortController().signal;

  const outcome = await runParts(parts, { say: () => undefined, signal, file });

  expect(outcome).toEqual({
    rows: [figure('one'), figure('four')],
    failed: [
      { part: 'second', why: 'no space left' },
      { part: 'third', why: 'charges ended (SIGKILL)' },
    ],
  });
  expect(results()).toEqual(outcome);
});
