import type { Command } from 'commander';
import { findProfile, readProfiles, writeProfiles } from '../access/profiles.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { table } from '../text/table.ts';

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
