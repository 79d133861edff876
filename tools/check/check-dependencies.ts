/** Licences and hashes of all dependencies, and what the registry knows of their vulnerabilities. Offline the second is skipped. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const AUDIT_MAX_MS = 30_000;
const AUDIT = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];

/** The licences that a dependency may have, in the words of its manifest. A new one is a decision: add it here. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
]);
/** Of tools only: no part of them is in what we ship. */
const ALLOWED_FOR_TOOLS = new Set([...ALLOWED, 'MPL-2.0', 'CC-BY-4.0', 'CC0-1.0']);
/** Name their licence in a field that the lock file leaves out. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
};

type LockEntry = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
};
type Lock = { readonly packages: Readonly<Record<string, LockEntry>> };

/** What npm audit wrote, as far as it is used here. */
type Report = {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
};
type Vulnerability = { readonly severity: string; readonly range: string };

const FAILS = new Set(['high', 'critical']);

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const refused = refusedLicences(lock);
  for (const line of refused) {
    console.log(`${line} is not allowed, see tools/check/check-dependencies.ts`);
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
}

/** Dependencies with a licence that is not allowed, one line each. */
export function refusedLicences({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev = false, link }]) => {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || link) return [];
    const name = path.slice(at + 'node_modules/'.length);
    const stated = license ?? STATED_ELSEWHERE[name] ?? 'none stated';
    return isAllowed(stated, dev) ? [] : [`${name}: ${stated}`];
  });
}

/**
 * Dependencies that npm would install without comparing their content with a hash. Binaries of tools for machines on which
 * we neither build nor test may have none: not every registry has them.
 */
export function unverified({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { link, integrity, dev, optional, ...for_ }]) => {
    const { os = ['linux'], cpu = ['x64'] } = for_;
    const isOurs = os.includes('linux') && ['x64', 'arm64'].some((ours) => cpu.includes(ours));
    const mayBeAbsent = dev && optional && !isOurs;
    return !path.includes('node_modules/') || link || integrity || mayBeAbsent ? [] : [path];
  });
}

/** Of a choice one must be allowed, of a combination all. */
function isAllowed(expression: string, isTool: boolean): boolean {
  const allowed = isTool ? ALLOWED_FOR_TOOLS : ALLOWED;
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => {
    return choice.split(' AND ').every((licence) => allowed.has(licence.trim()));
  });
}

/** Dependencies with a known vulnerability that is serious, one line each; null: this is no report. */
export function seriousIn(output: string): string[] | null {
  const report = reportIn(output);
  if (!report?.auditReportVersion) return null;
  return Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => FAILS.has(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}

function reportIn(output: string): Report | null {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** npm exits with 1 when it found something, and says what it is all the same. */
async function audit(): Promise<string> {
  const options = { cwd: ROOT, timeout: AUDIT_MAX_MS, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)('npm', AUDIT, options);
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout = '' }: { stdout?: string }) => stdout,
  );
}
