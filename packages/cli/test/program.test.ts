import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openHome } from './run-entrada.ts';
import { openServer, sendJson } from './scripted-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'packages/cli/src/main.ts');
const ID = 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d';

/** The program itself, in a process of its own. */
function start(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  return { child, outcome: outcomeOf(child) };
}

async function outcomeOf(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the program has no output');
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { stdout: out, stderr: err, code };
}

test('in the repository it is npx entrada', async () => {
  const child = spawn('npx', ['--no-install', 'entrada', 'completion', 'bash'], { cwd: ROOT });
  const { stdout, code } = await outcomeOf(child);
  expect(stdout).toContain('complete -o default -F _entrada entrada');
  expect(code).toBe(0);
});

test('Ctrl-C in the middle of a refund says what may have happened, and sends nothing more', async () => {
  using home = openHome();
  const asked = Promise.withResolvers<void>();
  await using api = await openServer(() => asked.resolve());
  const refund = ['deposits', 'refund', ID, '--yes'];
  const { child, outcome } = start({ ...home.env, ...api.env }, ...refund);
  await asked.promise;
  child.kill('SIGINT');
  const { stdout, stderr, code } = await outcome;
  expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
  expect(stderr).toMatch(/^Interrupted\. The refund may have been made\. To see whether it was: /);
  const key = api.received[0]?.headers['idempotency-key'];
  expect(stderr).toContain(`entrada deposits refund ${ID} --yes --idempotency-key ${key}\n`);
  expect(api.received).toHaveLength(1);
});

test('Ctrl-C in the middle of a read changes nothing, and says so', async () => {
  using home = openHome();
  const asked = Promise.withResolvers<void>();
  await using api = await openServer(() => asked.resolve());
  const { child, outcome } = start({ ...home.env, ...api.env }, 'balance');
  await asked.promise;
  child.kill('SIGINT');
  expect(await outcome).toEqual({
    stdout: '',
    stderr: 'Interrupted: nothing was changed.\n',
    code: 130,
  });
});

test('the key comes from standard input, and no colours go into a pipe', async () => {
  using home = openHome();
  await using api = await openServer((_request, response) =>
    sendJson(response, {
      deployment: { mode: 'test' },
      charge: { emv: '000201', status: 'PENDING' },
    }),
  );
  const env = { XDG_CONFIG_HOME: home.folder };
  const login = start(env, 'login', '--base-url', api.url, '--key-stdin');
  login.child.stdin?.end('ent_test_key\n');
  expect(await login.outcome).toMatchObject({ stderr: '', code: 0 });
  const { stdout } = await start(env, 'deposits', 'create', '--value', '5', '--qr').outcome;
  expect(stdout).toContain('█');
  expect(stdout).not.toContain('\u001b');
});
