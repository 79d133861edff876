/** npm run reset: wipes the data of `npm start`, after asking. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readCommandLine } from './command-line.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { isInUse } from './provision/postgres-data-folder.ts';

const ABOUT = `Wipes .data/: all deposits, accounts and keys that npm start made on this machine. It asks first.`;
const options = readCommandLine('npm run reset', ABOUT, (command) =>
  command.option('--yes', 'do not ask; needed where nobody can answer'),
);

if (!existsSync(DATA_FOLDER)) {
  console.log('There is nothing to wipe: .data/ does not exist.');
} else if (isInUse(join(DATA_FOLDER, 'postgres/cluster'))) {
  console.error(
    'npm start is running on this data. Stop it first (Ctrl-C), then run npm run reset.',
  );
  process.exitCode = 1;
} else if (options.yes || (await isConfirmed())) {
  await rm(DATA_FOLDER, { recursive: true });
  console.log('Wiped .data/: all local deposits, accounts and keys are gone.');
} else {
  const why = process.stdin.isTTY ? '' : ': only a person at a terminal is asked';
  console.error(`Nothing was wiped${why}. To wipe without being asked: npm run reset -- --yes`);
  process.exitCode = 1;
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Wipe all local deposits, accounts and keys? [y/N] ');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
