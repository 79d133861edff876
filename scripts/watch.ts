/** npm run watch: the money path at a glance, in a terminal. */
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine } from './command-line.ts';
import { exitCodeOf, interruptedBySignal } from './interruption.ts';
import { readRun } from './launcher/data-folder.ts';
import { toJson, toText } from './watch/show.ts';
import { fromProcesses, fromPrometheus, type Source } from './watch/sources.ts';

const ABOUT = `Shows what is created, paid, credited and notified, how long it takes, and what stands in the way. Asks the
system that npm start runs, or the processes or the Prometheus that are named.`;
const EVERY_MS = 2_000;
const EXIT_USAGE = 2;
const CLEAR = '\u001b[H\u001b[2J';

const options = readCommandLine('npm run watch', ABOUT, (command) =>
  command
    .option(
      '--prometheus <url>',
      'a Prometheus that has the metrics, such as http://localhost:9090',
    )
    .option('--processes <addresses>', 'admin ports, such as localhost:9464, comma-separated')
    .option('--once', 'show it once and end')
    .option('--json', 'one JSON object in a line'),
);

async function sourceOf(): Promise<Source | null> {
  if (options.prometheus) return fromPrometheus(options.prometheus);
  if (options.processes) return fromProcesses(options.processes.split(','));
  const addresses = (await readRun())?.adminAddresses;
  return addresses ? fromProcesses(addresses) : null;
}

async function show(source: Source): Promise<void> {
  const shown = await source.look();
  if (options.json) return console.log(toJson(shown));
  const heading = `Entrada, ${new Date().toLocaleTimeString()}`;
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
  await show(source);
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
