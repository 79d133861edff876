import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { median, percentile } from './statistics.ts';

export const RESULTS_FILE = join(import.meta.dirname, 'results.json');

export type Row = {
  readonly name: string;
  readonly ours: number;
  /** What the bare programs reach; of a latency, what we aim at. */
  readonly floor: number | null;
  readonly ratio: number | null;
  /** Between which half of the rounds' ratios lie, where there are rounds. */
  readonly quartiles?: readonly [number, number];
  readonly unit: string;
};

export type Results = {
  readonly rows: readonly Row[];
  /** The parts that have no figures, and why. */
  readonly failed: readonly { readonly part: string; readonly why: string }[];
};
export function row(name: string, ours: number, floor: number | null, unit: string): Row {
  const ratio = floor === null ? null : round(ours / floor, 2);
  return {
    name,
    ours: round(ours, 2),
    floor: floor === null ? null : round(floor, 2),
    ratio,
    unit,
  };
}

/**
 * The ratio is the median of the rounds' own: a slow minute slows both sides of it. It need not be
 * that of the medians of both sides, which come from different minutes.
 */
export function rowOfRounds(
  name: string,
  ours: readonly number[],
  floor: readonly number[],
  unit: string,
): Row {
  const ratios = ours.map((value, turn) => value / (floor[turn] ?? Number.NaN));
  const quartiles = [
    round(percentile(ratios, 0.25), 2),
    round(percentile(ratios, 0.75), 2),
  ] as const;
  return {
    ...row(name, median(ours), median(floor), unit),
    ratio: round(median(ratios), 2),
    quartiles,
  };
}

export async function writeResults(file: string, results: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}

const REPORT_FILE = join(import.meta.dirname, '../docs/performance.md');

/** What was measured, on what machine, and how to repeat it. */
export async function writeReport({ rows, failed }: Results, command: string): Promise<void> {
  const lines = rows.map(({ name, ours, floor, ratio, quartiles, unit }) => {
    const half = quartiles ? ` (${quartiles.join(' to ')})` : '';
    return `| ${name} | ${ours} ${unit} | ${floor ?? ''} | ${ratio ?? ''}${half} |`;
  });
  const gaps = failed.map(({ part, why }) => `- The part ${part} failed: ${why}`);
  const [load = 0] = loadavg();
  const text = `# Performance

Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; do not edit it. The
[bench](../bench/README.md) says what each figure is. Load, services and databases share one machine, so ratios to a
floor and counts say more than times.

| | |
|---|---|
| machine | ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB |
| system | ${type()} ${release()}, Node ${process.versions.node}, Postgres 18 |
| load when it ended | ${load.toFixed(1)} |

| figure | ours | floor or aim | ratio (middle half of the rounds) |
|---|---|---|---|
${lines.join('\n')}
${gaps.length > 0 ? `\n${gaps.join('\n')}\n` : ''}`;
  await writeFile(REPORT_FILE, text);
}

export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, ours, floor, ratio, quartiles, unit }) => {
    const cells = [ours, floor ?? '-', ratio ?? '-'].map((cell) => String(cell).padStart(9));
    const half = (quartiles?.join('-') ?? '').padStart(11);
    return `${name.padEnd(width)} ${cells.join('')}${half}  ${unit}`;
  });
  const heads = [
    ...['ours', 'floor', 'ratio'].map((head) => head.padStart(9)),
    'half'.padStart(11),
  ];
  return [`${''.padEnd(width)} ${heads.join('')}`, ...lines].join('\n');
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
