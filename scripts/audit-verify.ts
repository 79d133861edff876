/**
 * npm run audit:verify: walks the audit log and names the first broken link. Write down the end it
 * prints, and give it next time with --noted: then even a log that was rewritten as a whole is seen.
 */
import { parseArgs } from 'node:util';
import { openPool } from '@entrada/platform/db/pool';
import { openLog } from '@entrada/platform/telemetry/log';
import type { AuditHead } from '../services/auth/src/domain/audit-chain.ts';
import { auditArchive } from '../services/auth/src/store/audit-store.ts';
import { withinPool } from '../services/auth/src/store/within.ts';
import { type Proof, verifyAudit } from '../services/auth/src/use-cases/verify-audit.ts';
import { databaseUrl } from './launcher/database-url.ts';

const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;

async function prove(url: string, noted: AuditHead | null): Promise<Proof> {
  const log = openLog({ service: 'audit-verify', level: 'warn', version: '-' });
  const pool = openPool(url, { max: 1, log });
  try {
    return await verifyAudit({ archive: auditArchive(withinPool(pool)) })(noted);
  } finally {
    await pool.end();
  }
}

/** `12:<64 hex digits>`, as printed below. */
function parseNoted(text: string | undefined): AuditHead | null {
  if (text === undefined) return null;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash) leave('--noted must be <line>:<hash> as printed before.');
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}

function leave(sentence: string): never {
  console.error(sentence);
  process.exit(EXIT_USAGE);
}

const { values } = parseArgs({ options: { noted: { type: 'string' } } });
const noted = parseNoted(values.noted);
const url = await databaseUrl('auth');
if (!url) leave('Set DATABASE_URL_AUTH, or run npm start first.');

const { head, broken } = await prove(url, noted);
if (broken) {
  console.error(`BROKEN: ${broken}. Sound up to line ${head.seq}.`);
  process.exitCode = EXIT_BROKEN;
} else {
  console.log(`Sound: ${head.seq} lines. The end is ${head.seq}:${head.hash.toString('hex')}`);
}
