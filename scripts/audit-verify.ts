/** npm run audit:verify: walks the audit log and names the first broken line. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { openPool } from '@entrada/platform/db/pool';
import { type AuditHead, parseHead, textOfHead } from '../services/auth/src/domain/audit-chain.ts';
import { auditArchive } from '../services/auth/src/store/audit-store.ts';
import { withinPool } from '../services/auth/src/store/within.ts';
import { type Proof, verifyAudit } from '../services/auth/src/use-cases/verify-audit.ts';
import { databaseUrl } from './launcher/database-url.ts';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { operatorRuntime } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage:
  npm run audit:verify
  npm run audit:verify -- --noted <line>:<hash>   an end that was printed, or logged by auth, before
  npm run audit:verify -- --remember <file>       notes the end in a file, for the next time
A log that was cut short or written anew as a whole is seen only by an end noted elsewhere: keep the
file where nobody who can change the database can change it. Set DATABASE_URL_AUTH, or run npm start.`;
const EXIT_BROKEN = 1;
const OWNER_ONLY = 0o600;

const text = { type: 'string' } as const;
const { values } = readArguments(USAGE, { options: { noted: text, remember: text } });
const { remember } = values;
const noted = await notedEnd();
const url = await databaseUrl('auth');
if (!url) leave('Set DATABASE_URL_AUTH, or run npm start first.');

const { head, broken } = await prove(url).catch((error: unknown) =>
  leave(`The audit log could not be read: ${sentenceOf(error, { database: 'DATABASE_URL_AUTH' })}`),
);
if (broken) {
  console.error(`BROKEN: ${broken}. Sound up to line ${head.seq}.`);
  process.exitCode = EXIT_BROKEN;
} else {
  console.log(`Sound: ${head.seq} lines. The end is ${textOfHead(head)}`);
  if (remember) await note(remember, head);
}

async function prove(address: string): Promise<Proof> {
  const pool = openPool(address, { max: 1, log: operatorRuntime().log });
  try {
    return await verifyAudit({ archive: auditArchive(withinPool(pool)) })(noted);
  } finally {
    await pool.end();
  }
}

async function note(file: string, end: AuditHead): Promise<void> {
  const written = writeFile(file, `${textOfHead(end)}\n`, { mode: OWNER_ONLY });
  await written.catch(({ message }: Error) => leave(`The end could not be noted: ${message}`));
}

async function notedEnd(): Promise<AuditHead | null> {
  if (values.noted !== undefined) {
    return parseHead(values.noted) ?? leave(`--noted must be <line>:<hash>.\n${USAGE}`);
  }
  if (!remember || !existsSync(remember)) return null;
  const kept = await readFile(remember, 'utf8').catch(({ message }: Error) =>
    leave(`The end that was noted cannot be read: ${message}`),
  );
  const end = parseHead(kept.trim());
  return end ?? leave(`${remember} does not hold an end that was noted.`);
}
