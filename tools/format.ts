/** npm run format: formats every file, and fixes what can be fixed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../packages/launcher/src/command-line.ts';

const ROOT = join(import.meta.dirname, '..');

readCommandLine('npm run format', 'Formats every file, sorts imports and fixes what can be fixed.');
const biome = join(ROOT, 'node_modules/.bin/biome');
const { status } = spawnSync(biome, ['check', '--write', '.'], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
