#!/usr/bin/env node
/** What developers run: `entrada <command>`, in the repository `npx entrada <command>`. */
import process, { env } from 'node:process';
import { CommandError } from '@entrada/command-line/command-error';
import { EXIT } from './exit-codes.ts';
import { openUrl, processTerminal } from './process-terminal.ts';
import { runEntrada } from './program.ts';

// A reader such as head may close the pipe early: what it did not want is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  interruption.abort(new CommandError('The output was closed.', { exitCode: EXIT.success }));
});

const interruption = new AbortController();
const interrupt = () =>
  interruption.abort(
    new CommandError('Interrupted: nothing was changed.', { exitCode: EXIT.interrupted }),
  );
// Only the first one: a second Ctrl-C ends the program at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);

const { stdin, stdout, stderr } = process;
const args = process.argv.slice(2);
process.exitCode = await runEntrada(args, {
  env,
  now: () => new Date(),
  signal: interruption.signal,
  terminal: processTerminal({ stdin, stdout, stderr, isQuiet: args.includes('--json') }),
  openUrl,
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
});
