#!/usr/bin/env node
/** What operators run: `npm run operator -- <command>`, in the image `operator <command>`. */
import { processEnv } from '@entrada/platform/config/common-settings';
import { runOperator } from './program.ts';

// A reader such as head may close the pipe early: what it did not want is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runOperator(process.argv.slice(2), {
  env: processEnv(),
  now: () => new Date(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
