import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AuditHead, parseHead, textOfHead } from '@entrada/auth/audit-chain';
import type { ProgramCommand } from '@entrada/command-line/command';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { counted } from '@entrada/platform/text/counted';
import { InvalidArgumentError, Option } from 'commander';
import { connect } from '../access/services.ts';
import type { Act, Context, Outcome } from '../command.ts';
import { repeatLost } from './repeat-lost.ts';

const ABOUT = `Checks the hash chain of the audit log and the MAC of each line, and prints the first that is broken or forged. A
log that was truncated is detected only by comparing it with its end as an earlier run printed it: store that
end where nobody who can change the database can change it.`;
const OWNER_ONLY = 0o600;
/** Auth reads the whole log. */
const TIMEOUT_MS = 10 * 60_000;
const ENDS_MAX = 10_000;

type Options = {
  readonly expect?: AuditHead;
  readonly endFile?: string;
  readonly head?: string;
};

export function auditLog(program: ProgramCommand, act: Act): void {
  const group = program
    .command('audit-log')
    .summary('check the audit log, repeat what it lost')
    .description('The audit log of what operators and accounts have decided.')
    .examples('audit-log verify');
  repeatLost(group, act);
  group
    .command('verify')
    .summary('check the hash chain of the audit log')
    .description(ABOUT)
    .addOption(
      new Option(
        '--expect <line:hash>',
        'the end that an earlier run printed, or that auth logged',
      ).argParser(headIn),
    )
    .option(
      '--end-file <file>',
      'file that has the end of the last run; the new end is stored there',
    )
    .option(
      '--head <file>',
      'ends that auth has appended to AUDIT_HEAD_FILE: all must be in the log',
    )
    .examples('audit-log verify', 'audit-log verify --head /safe/audit-heads')
    .action(act(run));
}

function headIn(text: string): AuditHead {
  const head = parseHead(text);
  if (head) return head;
  throw new InvalidArgumentError('It must be <line>:<hash>, as this command prints it.');
}

async function run(context: Context, { expect, endFile, head: file }: Options): Promise<Outcome> {
  const one = expect ?? (await readEnd(endFile));
  const expected = [...(one ? [one] : []), ...(file ? await readEnds(file) : [])];
  const { end, broken } = await verify(context, expected.map(textOfHead));
  const lines = parseHead(end)?.seq ?? 0;
  if (broken) {
    const text = `BROKEN: ${broken}. Intact up to line ${lines}.`;
    return { text, json: { lines, end, broken }, failed: true };
  }
  if (endFile) await storeEnd(endFile, end);
  const text = `Intact: ${counted(lines, 'line')}. The end is ${end}`;
  return { text, json: { lines, end, broken: null } };
}

/** A file may have more ends than fit into one call. */
async function verify(context: Context, ends: readonly string[]) {
  using quick = await connect(context, 'auth');
  // So that an unavailable auth is reported after seconds.
  await quick.listAuditLines({ after: 0, limit: 1 });
  using auth = await connect(context, 'auth', TIMEOUT_MS);
  for (let from = 0; ; from += ENDS_MAX) {
    const verified = await auth.verifyAuditLog({ ends: ends.slice(from, from + ENDS_MAX) });
    if (verified.broken || from + ENDS_MAX >= ends.length) return verified;
  }
}

async function storeEnd(file: string, end: string): Promise<void> {
  await writeFile(file, `${end}\n`, { mode: OWNER_ONLY }).catch(({ message }: Error) => {
    throw new CommandError(
      `The end could not be stored: ${message}. Name a file that can be written.`,
    );
  });
}

async function readEnds(file: string): Promise<readonly AuditHead[]> {
  const lines = (await readStored(file)).split('\n').filter((line) => line !== '');
  return lines.map((line) => endIn(line, file));
}

async function readEnd(file: string | undefined): Promise<AuditHead | null> {
  if (!file || !existsSync(file)) return null;
  return endIn(await readStored(file), file);
}

function readStored(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(({ message }: Error) => {
    throw usageError(`The stored end cannot be read: ${message}. Name another file.`);
  });
}

function endIn(text: string, file: string): AuditHead {
  const end = parseHead(text.trim());
  if (end) return end;
  throw usageError(`${file} does not contain the end of an audit log. Name another file.`);
}
