/** Wipes the data of `npm start`. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './launcher/data-folder.ts';
import { isInUse } from './provision/postmaster-lock.ts';

if (!existsSync(DATA_FOLDER)) {
  console.log('There is nothing to wipe: .data/ does not exist.');
} else if (isInUse(join(DATA_FOLDER, 'postgres/cluster'))) {
  console.error(
    'npm start is running on this data. Stop it first (Ctrl-C), then run npm run reset.',
  );
  process.exitCode = 1;
} else {
  await rm(DATA_FOLDER, { recursive: true });
  console.log('Wiped .data/: all local deposits, accounts and keys are gone.');
}
