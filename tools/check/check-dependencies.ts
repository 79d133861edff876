/** Licences and hashes of all dependencies, and what the registry knows of their vulnerabilities. Offline the second is skipped. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seriousIn } from './audit-report.ts';
import { type Lock, refusedLicences, unverified } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const AUDIT_MAX_MS = 30_000;
const AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];

const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const refused = refusedLicences(lock);
for (const line of refused) {
  console.log(`${line} is not allowed, see tools/check/licences.ts`);
}

const withoutHash = unverified(lock);
for (const path of withoutHash) {
  console.log(
    `${path} has no integrity in package-lock.json: add what npm view shows of it as dist.integrity`,
  );
}

const serious = seriousIn(await audit());
if (serious === null) {
  console.log('skipped: npm audit, because the registry cannot be asked for vulnerabilities');
}
for (const line of serious ?? []) console.log(`vulnerable: ${line}`);

process.exitCode = refused.length + withoutHash.length + (serious?.length ?? 0) > 0 ? 1 : 0;

/** npm exits with 1 when it found something, and says what it is all the same. */
async function audit(): Promise<string> {
  const options = { cwd: ROOT, timeout: AUDIT_MAX_MS, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)('npm', AUDIT, options);
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout = '' }: { stdout?: string }) => stdout,
  );
}
