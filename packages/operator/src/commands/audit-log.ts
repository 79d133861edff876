import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AuditHead, parseHead, textOfHead } from '@entrada/auth/domain/audit-chain';
import { auditVerifier } from '@entrada/auth/service';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { counted } from '@entrada/platform/text/counted';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withDatabase } from '../access/databases.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { repeatLost } from './repeat-lost.ts';

const ABOUT = `Checks the hash chain of the audit log and prints the first broken line. A log that was truncated or
rewritten as a whole is detected only by comparing it with its end as an earlier run printed it: store that
end where nobody who can change the database can change it. It needs DATABASE_URL_AUTH, or npm start.`;
const OWNER_ONLY = 0o600;

type Asked = {
  readonly expect?: AuditHead;
  readonly endFile?: string;
  readonly head?: string;
};

export function auditLog(program: Command, act: Act): void {
  const group = program
    .command('audit-log')
    .summary('check the audit log, repeat what it lost')
    .description('The audit log of what operators and accounts have decided.')
    .addHelpText('after', examples('audit-log verify'));
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
    .addHelpText('after', examples('audit-log verify', 'audit-log verify --head /safe/audit-heads'))
    .action(act(run));
}

function headIn(text: string): AuditHead {
  const head = parseHead(text);
  if (head) return head;
  throw new InvalidArgumentError('It must be <line>:<hash>, as this command prints it.');
}

async function run(context: Context, { expect, endFile, head: file }: Asked): Promise<Outcome> {
  const one = expect ?? (await readEnd(endFile));
  const expected = [...(one ? [one] : []), ...(file ? await readEnds(file) : [])];
  const { head, broken } = await withDatabase(context, 'auth', (pool) =>
    auditVerifier(pool)(expected),
  );
  const end = textOfHead(head);
  if (broken) {
    const text = `BROKEN: ${broken}. Intact up to line ${head.seq}.`;
    return { text, json: { lines: head.seq, end, broken }, failed: true };
  }
  if (endFile) await storeEnd(endFile, end);
  const text = `Intact: ${counted(head.seq, 'line')}. The end is ${end}`;
  return { text, json: { lines: head.seq, end, broken: null } };
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
