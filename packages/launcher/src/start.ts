/** Runs everything on embedded defaults: `npm start`. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { portProblem } from '@entrada/platform/runtime/port';
import { buildDashboard } from './build/dashboard.ts';
import { buildPackages } from './build/packages.ts';
import { readCommandLine } from './command-line.ts';
import {
  DATA_FOLDER,
  type DemoFacts,
  keptCertificates,
  keptSecrets,
  Plain,
  readDemo,
  removeRun,
  writeDemo,
  writeRun,
} from './data-folder.ts';
import { interruptedBySignal } from './interruption.ts';
import { adminAddressesOf, type Ports } from './programs.ts';
import { startEmbeddedPostgres } from './provision/embedded-postgres.ts';
import { isInUse } from './provision/postgres-data-folder.ts';
import { say, showLine } from './screen.ts';
import { seed } from './seed.ts';
import { choosePorts, type System, startSystem } from './system.ts';

const ABOUT = `Runs everything on this machine: Postgres, the five services and a sandbox bank. The API is at port 8080, or
at PORT; LOG_LEVEL is info unless set. Ctrl-C stops it, npm run reset wipes its data.`;
const DEFAULT_PORT = 8080;
const DEMO_EMAIL = 'demo@entrada.example';
/** Six services hold ten connections each, and a few more to listen. */
const MAX_CONNECTIONS = '200';
/** New data takes seconds to write down; Ctrl-C does not wait for it. */
const POSTGRES_STOP_MAX_MS = 500;
const POSTGRES_LOOK_EVERY_MS = 1_000;
const POSTGRES_DIED =
  'Postgres has died. Start again; if it dies again, wipe the data with npm run reset.';

async function main(stop: AbortSignal): Promise<void> {
  await using running = new AsyncDisposableStack();
  if (isInUse(join(DATA_FOLDER, 'postgres/cluster'))) {
    throw new Plain(
      'npm start is already running on this data. Use it as it is (.data/demo.json has its addresses), or stop it first (Ctrl-C).',
    );
  }
  const ports = await claimOwnPorts();

  await buildDashboard(say);
  await buildPackages(say);
  say('starting Postgres in .data/');
  const postgres = running.use(await startPostgres(stop));
  stop.throwIfAborted();

  say('preparing the databases and starting the services');
  const failed = Promise.withResolvers<never>();
  const giveUp = new AbortController();
  failed.promise.catch((reason) => giveUp.abort(reason));
  stop.addEventListener('abort', () => failed.reject(stop.reason), { once: true });
  const watch = setInterval(() => {
    if (postgres.hasExited()) failed.reject(new Plain(POSTGRES_DIED));
  }, POSTGRES_LOOK_EVERY_MS);
  running.defer(() => clearInterval(watch));
  const starting = startSystem(
    {
      databaseUrl: (name) => postgres.url(name),
      secrets: await keptSecrets(),
      certificates: await keptCertificates(),
      ports,
      logLevel: process.env.LOG_LEVEL ?? 'info',
    },
    {
      adminUrl: postgres.adminUrl,
      signal: giveUp.signal,
      say,
      line: showLine,
      fell(name, how, restartInMs) {
        if (stop.aborted) return;
        if (restartInMs !== null) return say(`${name} ended (${how}), restarting it`);
        failed.reject(new Plain(`${name} cannot run (${how}): see its last lines above.`));
      },
    },
  );
  // However this ends, what was started by then is stopped before Postgres is.
  running.defer(async () => (await starting.catch(() => null))?.[Symbol.asyncDispose]());
  const system = await Promise.race([starting, failed.promise]);

  const demo = await demoAccount(system);
  await writeRun({
    pid: process.pid,
    postgresUrl: postgres.adminUrl,
    authAddress: system.authAddress,
    chargesAddress: system.chargesAddress,
    webhooksAddress: system.webhooksAddress,
    ledgerAddress: system.ledgerAddress,
    adminAddresses: adminAddressesOf(system.ports),
    certificates: system.certificates,
  });
  running.defer(removeRun);
  console.log(welcome(demo));

  await failed.promise;
}

async function startPostgres(signal: AbortSignal) {
  try {
    return await startEmbeddedPostgres({
      dataFolder: join(DATA_FOLDER, 'postgres'),
      settings: { max_connections: MAX_CONNECTIONS },
      stopWaitMaxMs: POSTGRES_STOP_MAX_MS,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new Plain(
      `The data in .data/ cannot be used: ${(error as Error).message}\n` +
        'If the data is broken, wipe it with npm run reset.',
    );
  }
}

/** The demo account of this data folder; its key is checked, for the data may be newer than the file. */
async function demoAccount(system: System): Promise<DemoFacts> {
  const addresses = { baseUrl: system.baseUrl, bankUrl: system.bankUrl };
  const known = await readDemo();
  if (known && (await keyWorks(system.baseUrl, known.apiKey))) {
    const facts = { ...known, ...addresses };
    await writeDemo(facts);
    return facts;
  }
  const password = randomBytes(12).toString('base64url');
  const facts = await createDemo(system, DEMO_EMAIL, password).catch(() =>
    createDemo(system, `demo-${randomBytes(4).toString('hex')}@entrada.example`, password),
  );
  await writeDemo({ ...addresses, ...facts });
  return { ...addresses, ...facts };
}

async function createDemo(system: System, email: string, password: string) {
  const { apiKey } = await seed(system, { email, password, name: 'Demo' });
  return { apiKey, email, password };
}

async function keyWorks(baseUrl: string, apiKey: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/api/balance`, { headers })).ok;
}

/** Before Postgres takes a free port, which must be none of these. */
async function claimOwnPorts(): Promise<Ports> {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port <= 0 || port >= 65_535)
    throw new Plain(`PORT must be a number between 1 and 65534, not "${process.env.PORT}".`);
  await refuseBusy(port, `Set another one: PORT=${port + 100} npm start`);
  await refuseBusy(
    port + 1,
    `The sandbox bank needs it. Set another pair: PORT=${port + 100} npm start`,
  );
  return choosePorts({ public: port, bank: port + 1 });
}

async function refuseBusy(port: number, advice: string): Promise<void> {
  const problem = await portProblem({ host: '127.0.0.1', port });
  if (problem !== null) throw new Plain(`Port ${port} ${problem}. ${advice}`);
}

readCommandLine('npm start', ABOUT);
const stopping = interruptedBySignal(() => say('stopping'));
try {
  await main(stopping);
} catch (error) {
  if (stopping.aborted) {
    say('stopped');
    process.exit(0);
  }
  console.error(error instanceof Plain ? error.message : error);
  process.exit(1);
}

/** What a newcomer needs to see a first deposit through, ready to be pasted. */
function welcome({ baseUrl, bankUrl, apiKey, email, password }: DemoFacts): string {
  const json = `-H 'Content-Type: application/json'`;
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  const emv = `$(sed -n 's/.*"emv":"\\([^"]*\\)".*/\\1/p' .data/deposit.json)`;
  return `
Entrada is running at ${baseUrl}   (sandbox bank: ${bankUrl})

  Dashboard      ${baseUrl}/dashboard
  Demo account   ${email}
  Password       ${password}
  API key        ${apiKey}
  Mails          ${bankUrl}/mail

In another terminal, in this folder:

1. Create a deposit of R$ 50.00:

  curl -s ${baseUrl}/api/deposit ${key} ${json} -d '{"value":5000}' | tee .data/deposit.json; echo

2. Pay it at the sandbox bank with its copy-and-paste code, as a payer would:

  curl -s ${bankUrl}/sandbox/pay ${json} -d "{\\"emv\\":\\"${emv}\\"}"; echo

3. Give the payment a moment to arrive, then look at the balance: it has grown by 4950, the value less a fee of 1 %.

  sleep 1; curl -s ${baseUrl}/api/balance ${key}; echo

A whole deposit with a signed webhook:  npm run demo
Stop with Ctrl-C; the data stays in .data/ until npm run reset.
`;
}
