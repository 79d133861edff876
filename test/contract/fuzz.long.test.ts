import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReceiver, type Receiver } from '@entrada/deposit-check/webhook-receiver';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { schemathesis } from '../../packages/launcher/src/provision/python-program.ts';
import { PATIENCE, type SystemUnderTest, startSystemUnderTest } from '../e2e/system-under-test.ts';
import { setStage } from './stage.ts';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** FUZZ_EXAMPLES=1000 FUZZ_SEED=7 looks closer, and elsewhere. */
const EXAMPLES = process.env.FUZZ_EXAMPLES ?? '10';
const SEED = process.env.FUZZ_SEED ?? '1';
/** Tags of calls that a key cannot make. */
const SESSION_ONLY = ['Account', 'API keys'];
const HOOKS = join(import.meta.dirname, 'fuzz-hooks.py');
const SETTINGS = join(import.meta.dirname, 'schemathesis.toml');
/** More than the gateway gives a request. */
const REQUEST_MAX_SECONDS = 90;
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
const FAILURE_SHOWN_MAX = 8_000;
const START_MAX_MS = 600_000;
const FUZZ_MAX_MS = 900_000;
/** So that what answers is what the document is about, not a limit. */
const NO_LIMITS = {
  RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: '1000000',
  OVERLOAD_DELAY_MS: '60000',
  CHECKPOINT_EVERY_MS: '1000',
};

describeNeeding(['postgres'], 'requests made up from /openapi.json', () => {
  let program: readonly [string, ...string[]];
  let system: SystemUnderTest;
  let receiver: Receiver;
  let folder: string;

  beforeAll(async () => {
    program = await schemathesis((sentence) => void process.stderr.write(`${sentence}\n`));
    receiver = await openReceiver();
    system = await startSystemUnderTest({ env: { ...PATIENCE, ...NO_LIMITS } });
    folder = mkdtempSync(join(tmpdir(), 'entrada-fuzz-'));
  }, START_MAX_MS);

  afterAll(async () => {
    await system?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, START_MAX_MS);

  test(
    'get no 5xx and no reply that the document does not tell of, with a key and with a session',
    async () => {
      const { credentials, known } = await setStage(system, receiver.url);
      const { code, output } = await fuzz({ ...known, credentials, sessionOnly: SESSION_ONLY });
      if (code !== 0) throw new Error(failuresIn(output));
      process.stderr.write(`fuzzed: ${/\d+ generated.*/.exec(output)?.[0]}\n`);
    },
    FUZZ_MAX_MS,
  );

  type Outcome = { readonly code: number; readonly output: string };

  function fuzz(stage: object): Promise<Outcome> {
    const [python, ...script] = program;
    const args = [
      ...[...script, '--config-file', SETTINGS],
      ...['run', `${system.baseUrl}/openapi.json`, '--no-color'],
      ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
      ...['--max-examples', EXAMPLES, '--seed', SEED, '--generation-database', 'none'],
      ...['--generation-with-security-parameters', 'false', '--warnings', 'off'],
      ...['--request-timeout', String(REQUEST_MAX_SECONDS)],
    ];
    const options = {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: HOOKS,
        FUZZ_STAGE: JSON.stringify(stage),
      },
      maxBuffer: OUTPUT_MAX_BYTES,
      timeout: FUZZ_MAX_MS,
    };
    return new Promise((resolve) => {
      execFile(python, args, options, (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: `${stdout}\n${stderr}` }),
      );
    });
  }
});

/** Without the banner and the progress: errors and failures come first, at most a screenful. */
function failuresIn(output: string): string {
  const begin = output.search(/^=+ (?:ERRORS|FAILURES) =+$/m);
  const shown = begin === -1 ? output.slice(-FAILURE_SHOWN_MAX) : output.slice(begin);
  return shown.slice(0, FAILURE_SHOWN_MAX);
}
