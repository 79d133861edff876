import { leave } from '../operator/leave.ts';
import { type RunFacts, readRun } from './data-folder.ts';

/** The system that `npm start` runs now; one that was killed leaves its facts behind, which lead nowhere. */
export async function runningSystem(): Promise<RunFacts | null> {
  const run = await readRun().catch(({ message }: Error) => leave(message));
  return run && isRunning(run.pid) ? run : null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
