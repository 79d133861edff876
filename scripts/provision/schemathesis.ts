import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import {
  installCommand,
  installMissing,
  PYTHON,
  requireTools,
  type Say,
  Unavailable,
} from './tools.ts';

const VERSION = '4.32.5';
const PYTHON_MINOR_MIN = 11;
const INSTALL_WAIT_MAX_MS = 300_000;
/** The versions of everything that it brings along. */
const CONSTRAINTS = join(import.meta.dirname, 'schemathesis-constraints.txt');

const run = promisify(execFile);

/** The command that runs Schemathesis, from a virtual environment that is made once. */
export async function schemathesis(say: Say): Promise<readonly [string, ...string[]]> {
  await installMissing([PYTHON], say);
  requireTools([PYTHON], `Schemathesis ${VERSION}`);
  const folder = cacheFolder(`schemathesis-${VERSION}-python-3.${await pythonMinor()}`);
  await fillOnce(folder, async (unfinished) => {
    say(`Installing Schemathesis ${VERSION} with pip into ${folder} (once, half a minute)...`);
    await install(unfinished);
  });
  // By name of the interpreter: the script itself still names the folder in which it was made.
  return [join(folder, 'bin/python'), join(folder, 'bin/st')];
}

async function pythonMinor(): Promise<number> {
  const tell = 'import sys; print(sys.version_info.minor)';
  const minor = Number((await run(PYTHON.command, ['-c', tell])).stdout);
  if (minor >= PYTHON_MINOR_MIN) return minor;
  throw new Unavailable(
    `Schemathesis ${VERSION} needs Python 3.${PYTHON_MINOR_MIN} or later, and the one on the path is 3.${minor}. Enable it with: ${installCommand([PYTHON])}`,
  );
}

async function install(folder: string): Promise<void> {
  const pip = ['-m', 'pip', 'install', '-q', '--no-input', '--disable-pip-version-check'];
  const wanted = ['-c', CONSTRAINTS, `schemathesis==${VERSION}`];
  try {
    await run(PYTHON.command, ['-m', 'venv', folder], { timeout: INSTALL_WAIT_MAX_MS });
    await run(join(folder, 'bin/python'), [...pip, ...wanted], { timeout: INSTALL_WAIT_MAX_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Unavailable(
      `pip could not fetch Schemathesis: ${stderr?.trim() || message}\nOnce the network lets it, enable it with: npm test`,
      { cause: error },
    );
  }
}
