/** npm run watch: the money path at a glance, in a terminal. */
import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';
import { readCommandLine } from './command-line.ts';
import { readRun } from './data-folder.ts';
import { exitCodeOf, interruptedBySignal } from './interruption.ts';
import { type Figure, GROUPS, isBad } from './watch/figures.ts';
import { fromProcesses, type ShownFigures, type Source } from './watch/read-figures.ts';

const ABOUT = `Shows what is created, paid, credited and notified, how long it takes, and what stands in the way.
Asks the system that npm start runs, or the processes that are named. With Prometheus, Grafana shows the same and more.`;
const EVERY_MS = 2_000;
const EXIT_USAGE = 2;
const TITLE_WIDTH = 40;
const VALUE_WIDTH = 12;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const CLEAR = '\u001b[H\u001b[2J';

const options = readCommandLine('npm run watch', ABOUT, (command) =>
  command
    .option('--processes <addresses>', 'admin ports, such as localhost:9464, comma-separated')
    .option('--once', 'show it once and end')
    .option('--json', 'one JSON object in a line'),
);

async function sourceOf(): Promise<Source | null> {
  if (options.processes) return fromProcesses(options.processes.split(','));
  const addresses = (await readRun())?.adminAddresses;
  return addresses ? fromProcesses(addresses) : null;
}

/** In UTC, as in the logs. */
const timeOf = (time: Date): string => `${time.toISOString().slice(11, 19)}Z`;

async function show(source: Source): Promise<void> {
  const shown = await source.look();
  if (options.json) return console.log(toJson(shown));
  const heading = `Entrada, ${timeOf(new Date())}; rates and latencies since ${timeOf(shown.since)}`;
  const clear = options.once || !process.stdout.isTTY ? '' : CLEAR;
  console.log(`${clear}${heading}\n\n${toText(shown)}`);
}

const source = await sourceOf();
if (!source) {
  console.error('Nothing to watch: start the system with npm start, or name it (--help).');
  process.exit(EXIT_USAGE);
}
const stop = interruptedBySignal(() => {});
try {
  if (options.once) await show(source);
  // Not shown: its rates are of the time since the start, those of every later look of two seconds.
  else await source.look();
  while (!options.once) {
    await delay(EVERY_MS, undefined, { signal: stop });
    await show(source);
  }
} catch (error) {
  if (stop.aborted) process.exitCode = exitCodeOf(stop.reason);
  else {
    console.error(`Metrics cannot be read: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** For people: a line for each figure, those that somebody has to look at marked. */
function toText({ values, problems }: ShownFigures): string {
  const groups = GROUPS.map(({ title, figures }) =>
    [styleText('bold', title), ...figures.map((figure) => lineOf(figure, values.get(figure)))].join(
      '\n',
    ),
  );
  const failed = problems.map((problem) => styleText('red', `! ${problem}`));
  return [...failed, ...groups].join('\n\n');
}

function lineOf(figure: Figure, value: number | null = null): string {
  const bad = value !== null && isBad(figure, value);
  const text = `${bad ? '!' : ' '} ${figure.title.padEnd(TITLE_WIDTH)}${formatted(figure, value).padStart(VALUE_WIDTH)}`;
  return bad ? styleText('red', text) : text;
}

function formatted({ unit }: Figure, value: number | null): string {
  if (value === null) return 'no data';
  if (unit === 's') return duration(value);
  const digits = unit === '/s' ? value.toFixed(2) : String(Math.round(value));
  return unit === '/s' ? `${digits}/s` : `${digits}${unit === '' ? '' : ` ${unit}`}`;
}

function duration(seconds: number): string {
  if (Math.abs(seconds) < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (Math.abs(seconds) < 2 * MINUTE_S) return `${seconds.toFixed(1)} s`;
  if (Math.abs(seconds) < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  if (Math.abs(seconds) < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`;
  return `${Math.round(seconds / DAY_S)} d`;
}

/** For programs: one object in one line. */
function toJson({ values, problems }: ShownFigures): string {
  const groups = GROUPS.map(({ title, figures }) => ({
    title,
    figures: figures.map((figure) => {
      const value = values.get(figure) ?? null;
      const bad = value !== null && isBad(figure, value);
      return { title: figure.title, unit: figure.unit, value, bad };
    }),
  }));
  return JSON.stringify({ groups, problems });
}
