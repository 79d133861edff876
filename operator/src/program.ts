import { type Program, runProgram } from '@entrada/command-line/run-program';
import type { Context } from './command.ts';
import { COMMANDS } from './commands.ts';
import { inTypedWords } from './typed-words.ts';

type Print = (text: string) => void;
type Surroundings = Context & {
  readonly out: Print;
};

const ABOUT = `Operates a running Entrada: resolves payments and records that need a decision, and verifies the
books.

Here it is npm run operator -- <command>, in the image operator <command>. It works on the system that
npm start runs on this machine, or on the addresses in the environment: AUTH_ADDRESS, CHARGES_ADDRESS,
LEDGER_ADDRESS, WEBHOOKS_ADDRESS.

A command that calls a service needs a log-in: operator login <your name>. The audit log takes your name from it.`;
const AFTER = `
Exit codes: 0 success, 1 failure or problem found, 2 invalid arguments or settings, 3 waits for a second person.

Examples:
  $ operator suspense
  $ operator parked retry --help
  $ operator approve <approval id>
  $ operator login ana
  $ operator rate-limit <account id> 50 --reason 'ticket 4711'
  $ operator books --at 2026-12-01T03:00:00Z
  $ operator audit --json
`;

export const OPERATOR: Program<Context> = {
  name: 'operator',
  about: ABOUT,
  after: AFTER,
  commands: COMMANDS,
};

/** Runs one command and returns its exit code. Output goes to `out`, errors to `err`. */
export function runOperator(
  args: readonly string[],
  { env, now, out, err }: Surroundings,
): Promise<number> {
  return runProgram(OPERATOR, args, {
    out,
    err,
    contextOf: () => ({ env, now, err }),
    explain: inTypedWords,
  });
}
