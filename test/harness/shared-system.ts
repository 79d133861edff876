import { type RunningSystem, runSystem } from './run-system.ts';

/** Longer than a worker needs to load its next test file. */
const LINGER_MS = 1_500;

let shared: Promise<RunningSystem> | undefined;
let userCount = 0;
let end: NodeJS.Timeout | undefined;

/**
 * The system that the test files of a worker share, one file after another; disposal ends the use by this file. For
 * tests that inject no fault, work on accounts of their own and read no figures of the whole system. The files that
 * call this run one after another (`tools/jest/longest-first.ts`), and the system ends soon after the last.
 */
export async function sharedSystem(): Promise<RunningSystem> {
  clearTimeout(end);
  userCount += 1;
  try {
    shared ??= runSystem();
    const system = await shared;
    // A file may use its own attempts from this address up.
    await system.auth.db.query('delete from throttle');
    return { ...system, [Symbol.asyncDispose]: release };
  } catch (error) {
    shared = undefined;
    userCount -= 1;
    throw error;
  }
}

async function release(): Promise<void> {
  userCount -= 1;
  if (userCount > 0) return;
  end = setTimeout(() => {
    const ending = shared;
    shared = undefined;
    void ending?.then((system) => system[Symbol.asyncDispose]());
  }, LINGER_MS);
}
