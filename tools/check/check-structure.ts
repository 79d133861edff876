/** Checks what no linter knows: that the services are shaped alike and that files stay small. */
import { execFile, execFileSync } from 'node:child_process';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { TIERS } from '../jest/tiers.ts';
import { textProblems } from './text-rules.ts';

const LINES_MAX = 400;
const README_LINES_MAX = 70;
const SERVICE_FILES = ['README.md', 'package.json'];
const SOURCE_FILES = ['app.ts', 'config.ts', 'main.ts', 'ports.ts', 'service.ts'];
/** Every service that answers gRPC calls reads and formats messages in these. */
const RPC_FILES = ['parse.ts', 'format.ts'];
const SOURCE_FOLDERS = [
  'clients',
  'domain',
  'events',
  'credentials',
  'limits',
  'live',
  'metrics',
  'recovery',
  'sender',
  'store',
  'transport',
  'use-cases',
];

const PACKAGES_OF_SERVICES = [
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  'express',
  'kafkajs',
  'pg',
  'ioredis',
  '@opentelemetry/sdk-node',
  'prom-client',
];
const PACKAGES_OF_TESTS = {
  jest: 'node_modules/jest/bin/jest.js',
  testcontainers: "import('testcontainers')",
};

/** A type is a noun: `RefundRequest`, not `Asked`. */
const BARE_PARTICIPLE =
  /^ *(?:export )?(?:type|interface) ([A-Z][a-z]+ed|Begun|Broken|Built|Chosen|Done|Drawn|Found|Given|Gone|Held|Kept|Known|Left|Lost|Made|Met|Paid|Put|Read|Said|Seen|Sent|Shown|Sold|Spent|Taken|Won|Written)\b/gm;
/** Nouns that look like one, and a public type of the client. */
const PARTICIPLES_ALLOWED = new Set(['Feed', 'Need', 'Paged']);

const problems: string[] = [];

for (const service of readdirSync('services')) checkService(`services/${service}`);
for (const file of tracked('*.ts', '*.tsx', '*.css', '*.sql', '*.proto')) {
  checkLength(file);
  checkTypeNames(file);
  problems.push(...textProblems(file, readFileSync(file, 'utf8')));
}

for (const file of tracked('*.md')) {
  checkLinks(file);
  problems.push(...textProblems(file, readFileSync(file, 'utf8')));
}
checkImage();
checkPackages();
await checkTiers();

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkService(folder: string): void {
  const required = [...SERVICE_FILES, ...SOURCE_FILES.map((name) => `src/${name}`)];
  const transport = readdirSync(`${folder}/src/transport`);
  if (transport.some((name) => name.endsWith('.rpc.ts'))) {
    required.push(...RPC_FILES.map((name) => `src/transport/rpc/${name}`));
  }
  for (const file of required) {
    if (!existsSync(`${folder}/${file}`)) problems.push(`${folder}/${file} is missing`);
  }
  checkNames(`${folder}/src`, isKnownSource, 'is not part of the shape that services share');
  checkNames(`${folder}/src/transport`, isDoor, 'does not say which door it is');
  checkNames(`${folder}/migrations`, isMigration, 'is not named NNNN_what.sql');
  checkMigrationNumbers(`${folder}/migrations`);
  checkRecovery(`${folder}/src`);
  const readme = `${folder}/README.md`;
  if (existsSync(readme) && countLines(readme) >= README_LINES_MAX) {
    problems.push(`${readme} has ${README_LINES_MAX} lines or more`);
  }
}

function checkNames(folder: string, fits: (entry: Dirent) => boolean, otherwise: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!fits(entry)) problems.push(`${folder}/${entry.name} ${otherwise}`);
  }
}

/** What repairs after a disaster is not in the way of a payment: only the composition root knows it. */
function checkRecovery(folder: string): void {
  const others = tracked(`${folder}/*.ts`).filter(
    (file) => !file.startsWith(`${folder}/recovery/`) && file !== `${folder}/service.ts`,
  );
  for (const file of others) {
    if (/'[^'\n]*\/recovery\/[^'\n]*\.ts'/.test(readFileSync(file, 'utf8')))
      problems.push(`${file} imports recovery/: only service.ts may`);
  }
}

function checkMigrationNumbers(folder: string): void {
  if (!existsSync(folder)) return;
  const ofNumber = Map.groupBy(readdirSync(folder), (name) => name.slice(0, 4));
  for (const [number, names] of ofNumber) {
    if (names.length > 1) problems.push(`${folder} has ${names.length} migrations ${number}`);
  }
}

function isKnownSource(entry: Dirent): boolean {
  const known = entry.isDirectory() ? SOURCE_FOLDERS : SOURCE_FILES;
  return known.includes(entry.name) || entry.name.endsWith('.test.ts');
}

/** A file here is a door; what doors share lies in a folder of its own. */
function isDoor(entry: Dirent): boolean {
  return entry.isDirectory() || /\.(http|rpc|consumer|job)(\.test)?\.ts$/.test(entry.name);
}

function isMigration({ name }: Dirent): boolean {
  return /^\d{4}_[a-z0-9_]+\.sql$/.test(name);
}

/** The customer's list: each package is used by a program, none is only installed. */
function checkPackages(): void {
  const read = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8'));
  const programs = read(tracked('packages/*/src/*.ts', 'services/*/src/*.ts').filter(isProgram));
  const tools = read(tracked('tools/*.ts', 'packages/launcher/*.ts').filter(isProgram));
  for (const name of PACKAGES_OF_SERVICES) {
    const uses = new RegExp(`^import (?!type )[^;]* from '${name}'|import\\('${name}'\\)`, 'm');
    if (!programs.some((text) => uses.test(text)))
      problems.push(`${name} is on the customer's list: import it in what the services run`);
  }
  for (const [name, use] of Object.entries(PACKAGES_OF_TESTS)) {
    if (!tools.some((text) => text.includes(use)))
      problems.push(`${name} is on the customer's list: use it in tools/ or packages/launcher`);
  }
}

/** Every test file is run by one command: jest itself is asked which. */
async function checkTiers(): Promise<void> {
  const listTests = async (args: readonly string[]) => {
    const jest = ['node_modules/jest/bin/jest.js', '--listTests', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, jest);
    return stdout
      .trim()
      .split('\n')
      .map((path) => relative('.', path));
  };
  const run = (await Promise.all(Object.values(TIERS).map(listTests))).flat();
  for (const file of tracked('*.ts', '*.tsx')) {
    const commands = run.filter((path) => path === file).length;
    const isTest =
      file.endsWith('.test.ts') || /^(test|it|describe\w*)[.(]/m.test(readFileSync(file, 'utf8'));
    if (commands !== Number(isTest))
      problems.push(
        `${file} is run by ${commands} of ${Object.keys(TIERS).join(', ')}: see tools/jest/tiers.ts`,
      );
  }
}

function isProgram(file: string): boolean {
  return !/\/test(ing)?\/|\.test\.ts$/.test(file) && file !== 'tools/check/check-structure.ts';
}

/** The image has only what .dockerignore lets in; what its programs import must be among that. */
function checkImage(): void {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n');
  const rules = lines.map((line) => ({
    allows: line.startsWith('!'),
    path: `${line.replace('!', '')}/`,
  }));
  // The last rule that fits decides.
  const isInside = (file: string) =>
    rules.findLast(({ path }) => `${file}/`.startsWith(path))?.allows === true && isProgram(file);
  for (const file of tracked('*.ts', '*.sql', '*.proto').filter(isInside)) {
    for (const imported of importsOf(file)) {
      if (!isInside(imported)) problems.push(`${file} needs ${imported}: name it in .dockerignore`);
    }
  }
}

/** What it imports from a file of ours when it runs: types are gone by then. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type)(?:[^;]*? from)? '(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  return Array.from(imports, ([, path, later = '']) => join(dirname(file), path ?? later));
}

function checkLength(file: string): void {
  // The first migration of a database is the design of all its tables.
  if (/\/0001_\w+\.sql$/.test(file)) return;
  const lines = countLines(file);
  if (lines > LINES_MAX) problems.push(`${file} has ${lines} lines, more than ${LINES_MAX}`);
}

function checkTypeNames(file: string): void {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(BARE_PARTICIPLE)) {
    if (PARTICIPLES_ALLOWED.has(name)) continue;
    problems.push(`${file} names a type ${name}: a type is a noun, as in RefundRequest`);
  }
}

function tracked(...patterns: readonly string[]): string[] {
  const files = execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' });
  return files.split('\n').filter((file) => file && !file.includes('/gen/') && existsSync(file));
}

/** A document links only to files that are there. */
function checkLinks(file: string): void {
  const links = readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g);
  for (const [, path = ''] of links) {
    if (!existsSync(join(dirname(file), path)))
      problems.push(`${file} links to ${path}: no such file`);
  }
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}
