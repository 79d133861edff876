import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { timed } from '../../../packages/platform/test/support/timed.ts';
import type { RunningAuth } from '../../../test/harness/run-auth.ts';

export const PASSWORD = 'correct horse battery staple';
export const ORIGIN = { ip: '203.0.113.7', userAgent: 'Firefox' };

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** A new account with its first session. */
export async function signUp(auth: Pick<RunningAuth, 'rpc'>) {
  const email = newEmail();
  const created = await auth.rpc.createAccount({ email, password: PASSWORD, name: 'Shop' });
  const { account, session, sessionToken } = created;
  if (!account || !session) throw new Error('no account was created');
  return { email, accountId: account.id, account, session, sessionToken };
}

export async function newKey(
  auth: Pick<RunningAuth, 'rpc'>,
  accountId: string,
  more: Partial<Parameters<RunningAuth['rpc']['createKey']>[0]> = {},
) {
  const { key, apiKey } = await auth.rpc.createKey({ accountId, name: 'key', ...more });
  if (!apiKey) throw new Error('no key was created');
  return { key, apiKey, keyId: apiKey.id };
}

/** Two calls by which nobody may learn something: a difference of ours is there every time, one of a busy machine is not. */
export function expectAsFast(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
) {
  return eventually(async () => {
    const [ones, others]: [number[], number[]] = [[], []];
    // In turn, so that a busy moment of the machine falls on both.
    for (let n = 0; n < rounds; n += 1) {
      ones.push((await timed(one))[1]);
      others.push((await timed(other))[1]);
    }
    const ratio = median(ones) / median(others);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
