import { readFileSync } from 'node:fs';
import { type Program, runProgram } from '@entrada/command-line/run-program';
import { Option } from 'commander';
import { requireProfileName } from './access/profiles.ts';
import { settingsOf } from './access/settings.ts';
import { type Context, type Register, wholeNumber } from './command.ts';
import { completion } from './commands/completion.ts';
import { deliveries } from './commands/deliveries.ts';
import { deposits } from './commands/deposits.ts';
import { events } from './commands/events.ts';
import { listen } from './commands/listen.ts';
import { login, logout, profiles } from './commands/login.ts';
import { open } from './commands/open.ts';
import { receiverCheck } from './commands/receiver-check.ts';
import { balance, statement } from './commands/statement.ts';
import { trigger } from './commands/trigger.ts';
import { webhooks } from './commands/webhooks.ts';
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';
import { explain } from './explain.ts';

/** Every command, in the order in which --help lists them. */
const COMMANDS: readonly Register[] = [
  login,
  logout,
  profiles,
  listen,
  trigger,
  deposits,
  open,
  balance,
  statement,
  webhooks,
  deliveries,
  events,
  receiverCheck,
  completion,
];

type Print = (text: string) => void;
type Surroundings = Omit<Context, 'asJson' | 'profile' | 'timeoutMs'> & {
  readonly out: Print;
  readonly err: Print;
};

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };
const SECOND_MS = 1_000;
const TIMEOUT_MAX_SECONDS = 600;
const ABOUT = `Pix deposits from the terminal: create, watch and refund them, forward events to your own computer,
and try your receiver with payments of the sandbox.

Log in once with entrada login, or set ENTRADA_API_KEY and ENTRADA_BASE_URL.`;
const AFTER = `
Exit codes:
${exitCodes()}

Examples:
  $ entrada login
  $ entrada listen --forward-to http://localhost:3000/hook
  $ entrada trigger paid
  $ entrada deposits create --value 5000 --qr
`;

export const ENTRADA: Program<Context> = {
  name: 'entrada',
  about: ABOUT,
  version: VERSION,
  after: AFTER,
  commands: COMMANDS,
  options: [
    new Option(
      '--profile <name>',
      'the profile to use; default: the current one, or ENTRADA_PROFILE',
    ),
    new Option(
      '--timeout <seconds>',
      'how long to wait for each attempt; default: 30 seconds',
    ).argParser(wholeNumber(1, TIMEOUT_MAX_SECONDS)),
  ],
};

function exitCodes(): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  const line = (name: keyof typeof EXIT) =>
    `  ${String(EXIT[name]).padEnd(4)} ${EXIT_MEANINGS[name]}`;
  return names.map(line).join('\n').replaceAll('`', '');
}

/** Runs one command and returns its exit code. Output goes to `out`, errors to `err`. */
export function runEntrada(
  args: readonly string[],
  { out, err, ...surroundings }: Surroundings,
): Promise<number> {
  return runProgram(ENTRADA, args, {
    out,
    err,
    contextOf: ({ json = false, profile, timeout }) => ({
      ...surroundings,
      asJson: json === true,
      timeoutMs: typeof timeout === 'number' ? timeout * SECOND_MS : undefined,
      profile: profile === undefined ? undefined : requireProfileName(String(profile)),
    }),
    explain: (error, _command, context) => explain(error, settingsOrNone(context)),
  });
}

/** A command that fails before it knows its settings has no use for them. */
function settingsOrNone(context: Context) {
  try {
    return settingsOf(context);
  } catch {
    return { baseUrl: '' };
  }
}
