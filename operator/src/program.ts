import { CommandError } from '@entrada/command-line/command-error';
import { type Program, runProgram } from '@entrada/command-line/run-program';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Command } from 'commander';
import type { Context, Register } from './command.ts';
import { account } from './commands/account.ts';
import { approvals, approve, reject } from './commands/approvals.ts';
import { audit } from './commands/audit.ts';
import { auditLog } from './commands/audit-log.ts';
import { books } from './commands/books.ts';
import { keys, rateLimit, sessions } from './commands/credentials.ts';
import { login } from './commands/login.ts';
import { parked } from './commands/parked.ts';
import { receipt } from './commands/receipt.ts';
import { refund } from './commands/refund.ts';
import { republish } from './commands/republish.ts';
import { recover, restored } from './commands/restored.ts';
import { suspense } from './commands/suspense.ts';
import { terms } from './commands/terms.ts';
import { timeline } from './commands/timeline.ts';
import { recheck, unclear } from './commands/unclear.ts';
import { verify } from './commands/verify.ts';
import { flagOf } from './terms-line.ts';

/** Every command, in the order in which --help lists them. */
const COMMANDS: readonly Register[] = [
  login,
  approvals,
  approve,
  reject,
  suspense,
  refund,
  unclear,
  recheck,
  parked,
  republish,
  restored,
  recover,
  account,
  keys,
  sessions,
  rateLimit,
  terms,
  timeline,
  books,
  audit,
  verify,
  auditLog,
  receipt,
];

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

/** Where a field of the services is not called as the option or argument that it came from. */
const TYPED_AS: Readonly<Record<string, string>> = {
  accountId: 'account',
  createdBefore: 'before',
  openedBefore: 'before',
};
const ARGUMENTS: Readonly<Record<string, string>> = {
  accountId: 'account id',
  exceptionId: 'exception id',
  keyId: 'key id',
};

/** Services name a field of their contract; who typed the command knows its options and arguments. */
function inTypedWords(error: unknown, command: Command): unknown {
  const { message = '', cause, exitCode = 1 } = error instanceof CommandError ? error : {};
  const [problem] = cause instanceof AppError ? cause.fields : [];
  const typed = problem && typedFor(problem.field, command);
  if (!typed) return error;
  const named = message.replace(
    `${problem.field} ${problem.message}`,
    () => `${typed} ${problem.message}`,
  );
  return new CommandError(named, { cause, exitCode });
}

function typedFor(field: string, command: Command): string | null {
  const name = TYPED_AS[field] ?? flagOf(field) ?? field;
  const option = command.options.find((one) => one.attributeName() === name);
  if (option?.long) return option.long;
  const argument = command.registeredArguments.find((one) => one.name() === ARGUMENTS[field]);
  return argument ? `<${argument.name()}>` : null;
}
