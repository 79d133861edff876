import type { Command } from 'commander';
import { findProfile, readProfiles, writeProfiles } from '../access/profiles.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';

const ABOUT = `Deletes a profile and its key from this computer. The key stays valid: revoke it in the dashboard
if nobody else uses it.`;

export function logout(program: Command, act: Act): void {
  program
    .command('logout')
    .summary('delete a profile and its key')
    .description(ABOUT)
    .addHelpText('after', examples('logout', 'logout --profile shop'))
    .action(act(run));
}

async function run({ env, profile }: Context): Promise<Outcome> {
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
