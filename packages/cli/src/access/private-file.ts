import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { usageError } from '@entrada/command-line/command-error';
import type { Env } from '../command.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** Where this program keeps profiles and positions. */
export function configFolder({ XDG_CONFIG_HOME, HOME }: Env): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'entrada');
}

/** The JSON of a file with secrets; undefined where there is none. */
export function readPrivate(file: string): unknown {
  try {
    requirePrivate(file);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) {
      throw usageError(
        `${file} is not valid JSON. Correct it, or delete it and log in again.`,
        error,
      );
    }
    throw error;
  }
}

/** The file is whole at any moment, and nobody else can read it. */
export function writePrivate(file: string, content: unknown): void {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}.new`;
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
    // The mask of the process may have taken more away.
    chmodSync(draft, FILE_MODE);
    renameSync(draft, file);
  } catch (error) {
    const { message } = error as Error;
    throw usageError(
      `${file} cannot be written (${message}). Set XDG_CONFIG_HOME to a folder of yours.`,
      error,
    );
  }
}

function requirePrivate(file: string): void {
  const { mode } = statSync(file);
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  throw usageError(`${file} has secrets and can be read by others: run chmod 600 ${file}`);
}
