import { Command, CommanderError } from 'commander';
import type { Act, Context, Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { OperatorError, usageError } from './operator-error.ts';
import { inTypedWords } from './typed-words.ts';

type Print = (text: string) => void;
type Surroundings = Context & {
  readonly out: Print;
  readonly err: Print;
};

const ABOUT = `Operates a running Entrada: resolves payments and records that need a decision, and verifies the
books.

Here it is npm run operator -- <command>, in the image operator <command>. It works on the system that
npm start runs on this machine, or on the addresses in the environment: AUTH_ADDRESS, CHARGES_ADDRESS,
LEDGER_ADDRESS, WEBHOOKS_ADDRESS, DATABASE_URL_<SERVICE>, KAFKA_BROKERS.

A command that decides something needs your name in OPERATOR: it is recorded in the audit log.`;
const AFTER = `
Exit codes: 0 success, 1 failure or problem found, 2 invalid arguments or settings.

Examples:
  $ operator suspense
  $ operator parked retry --help
  $ OPERATOR=ana operator rate-limit <account id> 50 --reason 'ticket 4711'
  $ operator audit --json
`;
const EXIT_USAGE = 2;
/** One that does not end a paragraph. */
const LINE_BREAK = /(?<!\n)\n(?!\n)/g;

/** Runs one command and returns its exit code. Output goes to `out`, errors to `err`. */
export async function runOperator(args: readonly string[], io: Surroundings): Promise<number> {
  const asJson = args.includes('--json');
  const complain = (sentence: string) =>
    io.err(asJson ? `${JSON.stringify({ error: sentence })}\n` : `${sentence}\n`);
  let exitCode = 0;
  const act: Act =
    (action) =>
    async (...given) => {
      // Commander adds the command itself at the end.
      const command = given.at(-1) as Command;
      const outcome = await action({ env: io.env, now: io.now }, ...given.slice(0, -1)).catch(
        (error: unknown) => {
          throw inTypedWords(error, command);
        },
      );
      io.out(printed(outcome, asJson));
      if (outcome.failed) exitCode = 1;
    };
  try {
    const program = buildProgram(act, { ...io, complain });
    requireKnown(program, args);
    await program.parseAsync(withHelpLast(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // What commander found, it has printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    complain((error as Error).message || String(error));
    return error instanceof OperatorError ? error.exitCode : 1;
  }
}

/** Of a group that lists by default, commander would take an unknown command for an argument of the list. */
function requireKnown(program: Command, [name, next = '-']: readonly string[]): void {
  const group = program.commands.find((one) => one.name() === name);
  const names = group?.commands.map((one) => one.name()) ?? [];
  if (names.length === 0 || next.startsWith('-') || [...names, 'help'].includes(next)) return;
  throw usageError(
    `Unknown command '${name} ${next}': it is one of ${names.join(', ')}. Run it with --help to see what it takes.`,
  );
}

/** After `help`, commander reads the name of one command only. */
function withHelpLast(args: readonly string[]): string[] {
  const [first, ...path] = args;
  return first === 'help' && path.length > 1 ? [...path, '--help'] : [...args];
}

type Output = { readonly out: Print; readonly err: Print; readonly complain: Print };

export function buildProgram(act: Act, { out, err, complain }: Output): Command {
  const program = new Command('operator')
    .description(ABOUT)
    .option('--json', 'print the outcome as JSON, for scripts; errors too, on standard error')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // They are wrapped to the width of the terminal, not to that of our source.
      commandDescription: (command) => command.description().replaceAll(LINE_BREAK, ' '),
    })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text) => complain(sentenceOf(text)),
    })
    .addHelpText('after', AFTER);
  for (const register of COMMANDS) register(program, act);
  return program;
}

/** Commander begins its complaints in lower case, after "error: ". */
function sentenceOf(complaint: string): string {
  const text = complaint.trim().replace(/^error: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)?]$/.test(text) ? '' : '.'} Run it with --help to see what it takes.`;
}

function printed({ text, json }: Outcome, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(json)}\n`;
  const lines = typeof text === 'string' ? [text] : text;
  return lines.map((line) => `${line}\n`).join('');
}
