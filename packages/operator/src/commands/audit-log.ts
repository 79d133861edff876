import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AuditHead, parseHead, textOfHead } from '@entrada/auth/domain/audit-chain';
import { auditVerifier } from '@entrada/auth/service';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withDatabase } from '../access/databases.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { OperatorError, usageError } from '../operator-error.ts';

const ABOUT = `Checks the hash chain of the audit log and prints the first broken line. A log that was truncated or
rewritten as a whole is only detected with an end that was stored elsewhere: keep it where nobody who can
change the database can change it. It needs DATABASE_URL_AUTH, or npm start.`;
const OWNER_ONLY = 0o600;

type Asked = { readonly noted?: AuditHead; readonly remember?: string };

export function auditLog(program: Command, act: Act): void {
  program
    .command('audit-log')
    .summary('check the audit log')
    .description('Checks the audit log of decisions by operators and accounts.')
    .addHelpText('after', examples('audit-log verify'))
    .command('verify')
    .summary('check the hash chain of the audit log')
    .description(ABOUT)
    .addOption(
      new Option(
        '--noted <line:hash>',
        'an end that was printed, or logged by auth, before',
      ).argParser(headIn),
    )
    .option('--remember <file>', 'the file holds the noted end, and gets the new one')
    .addHelpText(
      'after',
      examples('audit-log verify', 'audit-log verify --remember /safe/audit-end'),
    )
    .action(act(run));
}

function headIn(text: string): AuditHead {
  const head = parseHead(text);
  if (head) return head;
  throw new InvalidArgumentError('It must be <line>:<hash>, as this command prints it.');
}

async function run(context: Context, { noted, remember }: Asked): Promise<Outcome> {
  const expected = noted ?? (await remembered(remember));
  const { head, broken } = await withDatabase(context, 'auth', (pool) =>
    auditVerifier(pool)(expected),
  );
  const end = textOfHead(head);
  if (broken) {
    const text = `BROKEN: ${broken}. Sound up to line ${head.seq}.`;
    return { text, json: { lines: head.seq, end, broken }, failed: true };
  }
  if (remember) await note(remember, end);
  const text = `Sound: ${head.seq} lines. The end is ${end}`;
  return { text, json: { lines: head.seq, end, broken: null } };
}

async function note(file: string, end: string): Promise<void> {
  await writeFile(file, `${end}\n`, { mode: OWNER_ONLY }).catch(({ message }: Error) => {
    throw new OperatorError(
      `The end could not be noted: ${message}. Name a file that can be written.`,
    );
  });
}

async function remembered(file: string | undefined): Promise<AuditHead | null> {
  if (!file || !existsSync(file)) return null;
  const kept = await readFile(file, 'utf8').catch(({ message }: Error) => {
    throw usageError(`The end that was noted cannot be read: ${message}. Name another file.`);
  });
  const end = parseHead(kept.trim());
  if (end) return end;
  throw usageError(`${file} does not hold an end that was noted. Name another file.`);
}
