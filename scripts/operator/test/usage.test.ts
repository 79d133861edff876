import { execFile } from 'node:child_process';
import { join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '../..');
const COMMANDS = [
  'audit-run',
  'audit-verify',
  'ledger-verify',
  'parked',
  'rate-limit',
  'receipt-verify',
  'rewind',
  'seed',
  'suspense',
];

type Outcome = { stdout: string; stderr: string; status: number | null };

function run(command: string, argument: string) {
  const script = join(SCRIPTS, `${command}.ts`);
  // Nothing is at hand: a usage needs no system.
  const options = { env: { ENTRADA_DATA_FOLDER: '/nowhere' } };
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = execFile(process.execPath, [script, argument], options, (_error, stdout, stderr) =>
    resolve({ stdout, stderr, status: child.exitCode }),
  );
  return promise;
}

test.each(COMMANDS)(
  '%s says how it is used when asked, and when it is misused',
  async (command) => {
    const [asked, misused] = await Promise.all([
      run(command, '--help'),
      run(command, '--nonsense'),
    ]);

    expect(asked).toEqual({ stdout: expect.stringMatching(/^Usage/), stderr: '', status: 0 });
    const told = `Unknown option '--nonsense'.\n${asked.stdout}`;
    expect(misused).toEqual({ stdout: '', stderr: told, status: 2 });
  },
);
