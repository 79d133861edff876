import { usageError } from '@entrada/command-line/command-error';
import type { Command } from 'commander';
import { connectTo } from '../access/connect.ts';
import { DEFAULT_PROFILE, findProfile, readProfiles, writeProfiles } from '../access/profiles.ts';
import { DEFAULT_BASE_URL } from '../access/settings.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { explain } from '../explain.ts';
import { table } from '../text/table.ts';

const ABOUT = `Checks an API key and keeps it in a profile, in a file that only you can read
($XDG_CONFIG_HOME/entrada/config.json, else ~/.config/entrada/config.json, mode 0600). The key is typed without
being shown or read from standard input: as an argument, other programs could read it. The profile becomes the current one.`;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Options = { readonly baseUrl?: string; readonly keyStdin?: true };

export function login(program: Command, act: Act): void {
  program
    .command('login')
    .summary('check an API key and keep it')
    .description(ABOUT)
    .option(
      '--base-url <url>',
      `address of the API; default: ENTRADA_BASE_URL, or ${DEFAULT_BASE_URL}`,
    )
    .option('--key-stdin', 'read the key from standard input')
    .addHelpText(
      'after',
      examples(
        'login',
        'login --profile shop --base-url https://pay.example.com',
        'login --key-stdin < key.txt',
      ),
    )
    .action(act(run));
}

async function run(context: Context, asked: Options): Promise<Outcome> {
  const { env, profile, terminal, signal } = context;
  const baseUrl = (asked.baseUrl ?? (env.ENTRADA_BASE_URL || DEFAULT_BASE_URL)).replace(
    /\/{1,9}$/,
    '',
  );
  const stored = readProfiles(env);
  const apiKey = await keyOf(context, asked.keyStdin === true);
  const settings = { baseUrl, apiKey };
  const { entrada } = connectTo(context, settings);
  warnOfPlainHttp(context, baseUrl);
  const { deployment } = await entrada
    .request('GET /api/deployment', { signal })
    .catch((error: unknown) => {
      throw explain(error, settings);
    });
  const name = profile ?? (env.ENTRADA_PROFILE || DEFAULT_PROFILE);
  const { mode } = deployment;
  writeProfiles(env, {
    current: name,
    profiles: { ...stored.profiles, [name]: { ...settings, mode } },
  });
  if (env.ENTRADA_API_KEY) {
    terminal.note(
      'ENTRADA_API_KEY is set, and used instead of this profile unless you pass --profile.',
    );
  }
  return {
    text: `Logged in at ${baseUrl} (${mode} mode) as profile ${name}.`,
    json: { profile: name, baseUrl, mode },
  };
}

async function keyOf({ terminal, signal }: Context, fromInput: boolean): Promise<string> {
  if (!fromInput && !terminal.isInteractive) {
    throw usageError('Nobody can type the key here. Pass it on standard input with --key-stdin.');
  }
  const typed = fromInput
    ? await terminal.readInput()
    : await terminal.askHidden('API key (it is not shown): ', signal);
  const key = typed.trim();
  if (key !== '') return key;
  throw usageError('The key is empty. Copy it from the dashboard: API keys.');
}

function warnOfPlainHttp({ terminal }: Context, baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || LOCAL.test(hostname)) return;
  terminal.note(
    `Warning: ${baseUrl} is not https, so others on the network can read the key that is sent.`,
  );
}

const ABOUT_LOGOUT = `Deletes a profile and its key from this computer. The key stays valid: revoke it in the dashboard
if nobody else uses it.`;

export function logout(program: Command, act: Act): void {
  program
    .command('logout')
    .summary('delete a profile and its key')
    .description(ABOUT_LOGOUT)
    .addHelpText('after', examples('logout', 'logout --profile shop'))
    .action(act(runLogout));
}

async function runLogout({ env, profile }: Context): Promise<Outcome> {
  const { name } = findProfile(env, profile ?? (env.ENTRADA_PROFILE || undefined));
  const { current, profiles } = readProfiles(env);
  const { [name]: _, ...left } = profiles;
  const next = current === name ? (Object.keys(left)[0] ?? current) : current;
  writeProfiles(env, { current: next, profiles: left });
  return {
    text: `Deleted profile ${name}. Its key stays valid until you revoke it in the dashboard.`,
    json: { deleted: name },
  };
}

export function profiles(program: Command, act: Act): void {
  const group = program
    .command('profiles')
    .summary('show and choose profiles')
    .description('Profiles that entrada login has kept, without their keys.')
    .addHelpText('after', examples('profiles list', 'profiles use shop'));
  group
    .command('list', { isDefault: true })
    .summary('show every profile')
    .description('Shows every profile; the current one has a star.')
    .addHelpText('after', examples('profiles list'))
    .action(act(list));
  group
    .command('use')
    .summary('choose the current profile')
    .description('Makes a profile the one that commands use without --profile.')
    .argument('<name>', 'from the list')
    .addHelpText('after', examples('profiles use shop'))
    .action(act(use));
}

async function list({ env }: Context): Promise<Outcome> {
  const { current, profiles: stored } = readProfiles(env);
  const found = Object.entries(stored).map(([name, { baseUrl, mode }]) => ({
    name,
    baseUrl,
    mode,
    current: name === current,
  }));
  const rows = found.map((one) => [one.current ? '*' : '', one.name, one.mode, one.baseUrl]);
  return {
    text: found.length > 0 ? table(rows) : 'No profiles. Run entrada login.',
    json: { profiles: found },
  };
}

async function use({ env }: Context, wanted: string): Promise<Outcome> {
  const { name, baseUrl, mode } = findProfile(env, wanted);
  writeProfiles(env, { ...readProfiles(env), current: name });
  return {
    text: `The current profile is ${name}: ${baseUrl} (${mode} mode).`,
    json: { current: name, baseUrl, mode },
  };
}
