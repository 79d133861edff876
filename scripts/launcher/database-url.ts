import { readRun } from './data-folder.ts';

/** The database of a service that a command works on: the one in the environment, else that of `npm start`. */
export async function databaseUrl(service: string): Promise<string | null> {
  const given = process.env[`DATABASE_URL_${service.toUpperCase()}`];
  if (given) return given;
  const run = await readRun();
  if (!run?.postgresUrl || !isRunning(run.pid)) return null;
  const url = new URL(run.postgresUrl);
  url.pathname = `/${service}`;
  return url.href;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
