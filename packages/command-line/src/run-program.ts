import { type Command, CommanderError, type Option } from 'commander';
import { type Act, type Outcome, ProgramCommand, type Register } from './command.ts';
import { type CommandError, usageError } from './command-error.ts';

type Print = (text: string) => void;
type Output = { readonly out: Print; readonly err: Print };

export type Program<Context> = {
  readonly name: string;
  readonly about: string;
  readonly version?: string;
  /** Below the options of --help. */
  readonly after: string;
  /** In the order in which --help lists them. */
  readonly commands: readonly Register<Context>[];
  /** Options of every command, besides --json. */
  readonly options?: readonly Option[];
};

type Globals = Readonly<Record<string, unknown>>;
type Surroundings<Context> = Output & {
  /** What commands get, by the options that every command has. */
  readonly contextOf: (globals: Globals) => Context;
  /** Rewords an error for the person who typed the command. */
  readonly explain?: (error: unknown, command: Command, context: Context) => unknown;
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** One that does not end a paragraph. */
const LINE_BREAK = /(?<!\n)\n(?!\n)/g;

/** Runs one command and returns its exit code. Output goes to `out`, errors to `err`. */
export async function runProgram<Context>(
  program: Program<Context>,
  args: readonly string[],
  { out, err, contextOf, explain = (error) => error }: Surroundings<Context>,
): Promise<number> {
  const asJson = args.includes('--json');
  const complain = (sentence: string, facts: object = {}) =>
    err(asJson ? `${JSON.stringify({ error: sentence, ...facts })}\n` : `${sentence}\n`);
  let exitCode = 0;
  let root: Command | null = null;
  const act: Act<Context> =
    (action) =>
    async (...given) => {
      // Commander adds the command itself at the end.
      const command = given.at(-1) as Command;
      const context = contextOf(command.optsWithGlobals());
      const outcome = await action(context, ...given.slice(0, -1)).catch(async (error: unknown) => {
        throw await explain(error, command, context);
      });
      out(printed(outcome, asJson));
      exitCode = outcome.exitCode ?? (outcome.failed ? 1 : 0);
    };
  try {
    root = buildProgram(program, act, { out, err });
    requireKnown(root, args);
    await root.parseAsync(withHelpLast(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help is no complaint, also where it was not asked for.
    if (isHelp(error)) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    const known = root && error instanceof CommanderError ? misuse(error, root, args) : error;
    const { message, facts, exitCode: code = EXIT_FAILED } = known as Partial<CommandError>;
    complain(message || String(known), facts);
    return code;
  }
}

function isHelp(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(help|version)/.test(error.code);
}

/** What commander found wrong with the arguments. */
function misuse({ code, message }: CommanderError, root: Command, args: readonly string[]) {
  const typed = args.reduce<Command>(
    (command, arg) => command.commands.find((one) => one.name() === arg) ?? command,
    root,
  );
  const isUnknown = code === 'commander.unknownCommand';
  const choices = isUnknown ? namesIn(typed) : choicesOf(typed, message);
  return usageError(sentenceOf(valueOfFlag(typed, message) ?? message), undefined, choices);
}

/** Commander takes `--flag=value` for an option that does not exist. */
function valueOfFlag(typed: Command, message: string): string | null {
  const flag = /^error: unknown option '(--[^=']+)=/.exec(message)?.[1];
  const isKnown = typed.options.some(({ long }) => long === flag);
  return flag && isKnown ? `Option '${flag}' takes no value.` : null;
}

function namesIn(group: Command | undefined): string[] {
  return group?.commands.map((one) => one.name()) ?? [];
}

/** Of the option or argument that the message names. */
function choicesOf(typed: Command, message: string): readonly string[] | undefined {
  const isNamed = (name: string) => message.includes(`'${name}'`);
  return leaves(typed)
    .flatMap(({ command }) => [
      ...command.options.filter(({ flags }) => isNamed(flags)),
      ...command.registeredArguments.filter((argument) => isNamed(argument.name())),
    ])
    .find(({ argChoices }) => argChoices)?.argChoices;
}

/** Of a group that lists by default, commander would take an unknown command for an argument of the list. */
function requireKnown(program: Command, [name, next = '-']: readonly string[]): void {
  const names = namesIn(program.commands.find((one) => one.name() === name));
  if (names.length === 0 || next.startsWith('-') || [...names, 'help'].includes(next)) return;
  throw usageError(
    `Unknown command '${name} ${next}': it is one of ${names.join(', ')}. Run it with --help to see what it takes.`,
    undefined,
    names,
  );
}

/** After `help`, commander reads the name of one command only. */
function withHelpLast(args: readonly string[]): string[] {
  const [first, ...path] = args;
  return first === 'help' && path.length > 1 ? [...path, '--help'] : [...args];
}

export function buildProgram<Context>(
  { name, about, version, after, commands, options = [] }: Program<Context>,
  act: Act<Context>,
  { out, err }: Output,
): ProgramCommand {
  const root = new ProgramCommand(name)
    .description(about)
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
      // The error that is thrown then says the same.
      outputError: () => {},
    })
    .addHelpText('after', after);
  if (version !== undefined) root.version(version, '--version', 'print the version');
  for (const option of options) root.addOption(option);
  for (const register of commands) register(root, act);
  return root;
}

/** Commander begins its complaints in lower case, after "error: ". */
function sentenceOf(complaint: string): string {
  const text = complaint
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)?]$/.test(text) ? '' : '.'} Run it with --help to see what it takes.`;
}

function printed({ text, json }: Outcome, asJson: boolean): string {
  if (asJson) return json === undefined ? '' : `${JSON.stringify(json)}\n`;
  const lines = typeof text === 'string' ? [text] : text;
  return lines.map((line) => `${line}\n`).join('');
}

type Leaf = { readonly path: readonly string[]; readonly command: Command };

/** Every command that does something, by how it is typed. */
export function leaves(command: Command, path: readonly string[] = []): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}
