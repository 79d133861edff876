/** npm run build:web: builds the dashboard when its sources are newer than its build. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine } from '../command-line.ts';
import { isBuilt } from './packages.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const BUILT = join(ROOT, 'web/dashboard/dist/index.html');
const SOURCES = [
  'package-lock.json',
  'packages/client/src/**/*.ts',
  'packages/contracts/src/limits.ts',
  'packages/design/*.css',
  'web/dashboard/{src,public,build}/**/*',
  'web/dashboard/{index.html,package.json,vite.config.ts}',
];
const ABOUT =
  'Builds the dashboard into web/dashboard/dist when its sources have changed. npm start and npm test do this by themselves.';
const BUILD_MAX_MS = 120_000;

export async function buildDashboard(say: (line: string) => void): Promise<void> {
  if (isBuilt(BUILT, SOURCES)) return;
  say('Building the dashboard...');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'web/dashboard', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: BUILD_MAX_MS });
}

if (import.meta.main) {
  readCommandLine('npm run build:web', ABOUT);
  await buildDashboard(console.log);
  console.log('The dashboard is built in web/dashboard/dist.');
}
