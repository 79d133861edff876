import { runningSystem } from './running-system.ts';

/** The database of a service that a command works on: the one in the environment, else that of `npm start`. */
export async function databaseUrl(service: string): Promise<string | null> {
  const given = process.env[`DATABASE_URL_${service.toUpperCase()}`];
  if (given) return given;
  const run = await runningSystem();
  if (!run?.postgresUrl) return null;
  const url = new URL(run.postgresUrl);
  url.pathname = `/${service}`;
  return url.href;
}
