import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import pg from 'pg';

const ROOT = join(import.meta.dirname, '../..');
const START_MAX_MS = 120_000;
const TEST_MAX_MS = 5 * START_MAX_MS;
/** 130 where a busy machine took longer to tidy up than Ctrl-C may. */
const STOPPED = [0, 130];
/** Until the machine is not so busy. */
const PATIENT = { timeoutMs: START_MAX_MS };

/** `npm start` without npm, on a data folder and ports of its own. */
async function launch(dataFolder: string, port?: number) {
  const chosen = port ?? (await freePortPair());
  const child = spawn(process.execPath, ['packages/launcher/src/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(chosen), ENTRADA_DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = once(child, 'exit');
  return {
    child,
    port: chosen,
    output: () => output,
    exitCode: async () => (await exited)[0] as number | null,
    shows: (text: string) =>
      eventually(() => expect(output).toContain(text), { timeoutMs: START_MAX_MS }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Two neighbours below the range from which systems hand out ports by themselves. */
async function freePortPair(): Promise<number> {
  return eventually(async () => {
    const first = randomInt(15_000, 30_000);
    const isFree = (await isPortFree(first)) && (await isPortFree(first + 1));
    return isFree && first;
  });
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The processes that the launcher started. */
async function childrenOf({ pid }: ChildProcess): Promise<string[]> {
  const ps = spawn('ps', ['-eo', 'pid=,ppid=,args=']);
  const text = (await ps.stdout.toArray()).join('');
  return text.split('\n').filter((line) => Number(line.trim().split(/\s+/)[1]) === pid);
}

type WatchReport = {
  readonly problems: readonly string[];
  readonly groups: readonly { readonly figures: readonly object[] }[];
};

/** `npm run watch`, which finds the processes of a data folder by itself. */
async function watchOnce(dataFolder: string): Promise<WatchReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['packages/launcher/src/watch.ts', '--once', '--json'],
    { cwd: ROOT, env: { ...process.env, ENTRADA_DATA_FOLDER: dataFolder } },
  );
  return JSON.parse(stdout);
}

/** Who has a session in which database, the one that asks excepted. */
async function usersOfDatabases(dataFolder: string): Promise<string[][]> {
  const { postgresUrl } = JSON.parse(readFileSync(join(dataFolder, 'run.json'), 'utf8'));
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query({
      text: `select distinct datname, usename from pg_stat_activity
              where datname is not null and backend_type = 'client backend' and pid <> pg_backend_pid()
              order by datname`,
      rowMode: 'array',
    });
    return rows;
  } finally {
    await admin.end();
  }
}

describeNeeding(['postgres'], 'npm start', () => {
  let folder: string;
  let dataFolder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'entrada start-'));
    dataFolder = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'prints a key that works, can be watched, runs each service as a role of its own, restarts a dead service, stops on SIGINT without a trace, and keeps its data',
    async () => {
      await using first = await launch(dataFolder);
      await first.shows('Entrada is running at');
      const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8'));
      expect(statSync(join(dataFolder, 'demo.json')).mode & 0o777).toBe(0o600);
      expect(first.output()).toContain(demo.apiKey);
      const [, dashboard = ''] = /Dashboard +(\S+)/.exec(first.output()) ?? [];
      expect(await (await fetch(dashboard)).text()).toContain('<div id="root">');
      const headers = { authorization: `Bearer ${demo.apiKey}` };
      expect((await fetch(`${demo.baseUrl}/api/balance`, { headers })).status).toBe(200);
      await eventually(
        async () => {
          const watched = await watchOnce(dataFolder);
          expect(watched.problems).toEqual([]);
          expect(watched.groups.flatMap(({ figures }) => figures)).toContainEqual(
            expect.objectContaining({ title: 'created', value: expect.any(Number) }),
          );
        },
        { timeoutMs: START_MAX_MS },
      );
      await eventually(async () => {
        const users = await usersOfDatabases(dataFolder);
        expect(users.filter(([name]) => name !== 'events')).toEqual(
          ['auth', 'bank', 'charges', 'ledger', 'webhooks'].map((name) => [
            name,
            `entrada_${name}_app`,
          ]),
        );
        // charges opens the event log when it has something to publish.
        const ofLog = users.filter(
          ([name, role]) => name === 'events' && role !== 'entrada_charges_app',
        );
        expect(ofLog).toEqual([
          ['events', 'entrada_ledger_app'],
          ['events', 'entrada_webhooks_app'],
        ]);
      });

      const ledger = (await childrenOf(first.child)).find((line) =>
        line.includes('services/ledger'),
      );
      process.kill(Number(ledger?.trim().split(/\s+/)[0]), 'SIGKILL');
      await first.shows('ledger ended (SIGKILL), restarting it');

      const running = await childrenOf(first.child);
      first.child.kill('SIGINT');
      expect(STOPPED).toContain(await first.exitCode());
      for (const line of running) {
        const pid = Number(line.trim().split(/\s+/)[0]);
        await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
      }

      await using second = await launch(dataFolder, first.port);
      await second.shows(demo.apiKey);
    },
    TEST_MAX_MS,
  );

  test(
    'a busy port is named with the way out, and nothing is left running',
    async () => {
      const squatter = createServer().listen(0, '127.0.0.1');
      await once(squatter, 'listening');
      const { port } = squatter.address() as { port: number };
      await using refused = await launch(dataFolder, port);
      expect(await refused.exitCode()).toBe(1);
      expect(refused.output()).toContain(`Port ${port} is in use by another program.`);
      expect(refused.output()).toContain(`PORT=${port + 100} npm start`);
      squatter.close();
    },
    TEST_MAX_MS,
  );

  test(
    'a port that is taken during the start is named with its setting, and nothing is left running',
    async () => {
      await using refused = await launch(dataFolder);
      await refused.shows('preparing the databases');
      const squatter = createServer().listen(refused.port, '127.0.0.1');
      await once(squatter, 'listening');
      expect(await refused.exitCode()).toBe(1);
      expect(refused.output()).toContain(
        `port ${refused.port} of 127.0.0.1 is in use by another program: end that program, or change PORT`,
      );
      expect(refused.output()).toContain('gateway cannot run (exit code 78)');
      expect(refused.output()).not.toContain('restarting it');
      squatter.close();
    },
    TEST_MAX_MS,
  );

  test(
    'Ctrl-C while the services start ends it at once',
    async () => {
      // Again where this process stalled until all was started.
      await eventually(async () => {
        await using starting = await launch(dataFolder);
        await starting.shows('preparing the databases');
        starting.child.kill('SIGINT');
        expect(await starting.exitCode()).toBe(0);
        return !starting.output().includes('Entrada is running');
      }, PATIENT);

      writeFileSync(join(dataFolder, 'secrets.json'), '{"keyPep');
      await using broken = await launch(dataFolder);
      expect(await broken.exitCode()).toBe(1);
      expect(broken.output()).toContain('Wipe the data with npm run reset');
      expect(broken.output()).not.toContain('    at ');
    },
    TEST_MAX_MS,
  );
});
