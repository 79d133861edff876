/** Wipes the data of `npm start`. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DATA_FOLDER, readRun } from './launcher/data-folder.ts';

if (!existsSync(DATA_FOLDER)) {
  console.log('There is nothing to wipe: .data/ does not exist.');
} else if (await isRunning()) {
  console.error(
    'npm start is running on this data. Stop it first (Ctrl-C), then run npm run reset.',
  );
  process.exit(1);
} else {
  await rm(DATA_FOLDER, { recursive: true });
  console.log('Wiped .data/: all local deposits, accounts and keys are gone.');
}

async function isRunning(): Promise<boolean> {
  const run = await readRun().catch(() => null);
  if (!run) return false;
  try {
    return process.kill(run.pid, 0);
  } catch {
    return false;
  }
}
