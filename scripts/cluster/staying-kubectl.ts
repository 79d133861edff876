import { spawn } from 'node:child_process';
import { once } from 'node:events';

const FIRST_LINE_MAX_MS = 20_000;

/** A kubectl that serves until it is disposed of; it serves when it has said its first words. */
export async function openStayingKubectl(args: readonly string[]): Promise<AsyncDisposable> {
  const child = spawn('kubectl', args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  const ended = exit.then(() => {
    throw new Error(`kubectl ${args.join(' ')} ended at once`);
  });
  ended.catch(() => {});
  try {
    const late = AbortSignal.timeout(FIRST_LINE_MAX_MS);
    await Promise.race([once(child.stdout, 'data', { signal: late }), ended]);
  } catch (error) {
    child.kill();
    throw error;
  }
  child.stdout.resume();
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await exit;
    },
  };
}
