import { testIdentityEnv } from '@entrada/platform/testing/identity';
import type { Env } from '../src/command.ts';
import { runOperator } from '../src/program.ts';

export type Ran = { readonly stdout: string; readonly stderr: string; readonly code: number };

/** A command as an operator types it, in this process: what it printed, and its exit code. */
export function runCommand(env: Env, ...args: readonly string[]): Promise<Ran> {
  return runCommandAt(new Date(), env, ...args);
}

/** The same with all that is on the screen as one text. */
export async function runOnScreen(env: Env, ...args: readonly string[]) {
  const { stdout, stderr, code } = await runCommand(env, ...args);
  return { out: `${stdout}${stderr}`, code };
}

/** As typed at that time. */
export async function runCommandAt(now: Date, env: Env, ...args: readonly string[]): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const code = await runOperator(args, {
    // No system of this machine is used by accident.
    env: { ENTRADA_DATA_FOLDER: '/nowhere', ...testIdentityEnv('operator'), ...env },
    now: () => now,
    out(text) {
      stdout += text;
    },
    err(text) {
      stderr += text;
    },
  });
  return { stdout, stderr, code };
}

/** Every address is set, and nothing answers there. */
export const UNAVAILABLE: Record<string, string> = {};
for (const name of ['AUTH', 'CHARGES', 'EVENTS', 'LEDGER', 'WEBHOOKS']) {
  UNAVAILABLE[`${name}_ADDRESS`] = '127.0.0.1:1';
  UNAVAILABLE[`DATABASE_URL_${name}`] = `postgres://127.0.0.1:1/${name.toLowerCase()}`;
}
