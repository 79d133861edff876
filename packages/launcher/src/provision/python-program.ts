import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import {
  fetching,
  installCommand,
  installMissing,
  PYTHON,
  requireTools,
  type Say,
  Unavailable,
} from './tools.ts';

const PYTHON_MINOR_MIN = 11;
const INSTALL_WAIT_MAX_MS = 300_000;

const run = promisify(execFile);

type PythonProgram = {
  /** Of the package, and of the file beside this one with the versions of everything that it brings along. */
  readonly name: string;
  readonly version: string;
  readonly script: string;
};

/** The command that runs a program from PyPI, from a virtual environment that is made once. */
export async function pythonProgram(
  program: PythonProgram,
  say: Say,
): Promise<readonly [string, ...string[]]> {
  const { name, version, script } = program;
  await installMissing([PYTHON], say);
  requireTools([PYTHON], `${name} ${version}`);
  const folder = cacheFolder(`${name}-${version}-python-3.${await pythonMinor(program)}`);
  await fillOnce(folder, async (unfinished) => {
    say(`Installing ${name} ${version} with pip into ${folder} (once, half a minute)...`);
    await install(unfinished, program);
  });
  // By name of the interpreter: the script itself still names the folder in which it was made.
  return [join(folder, 'bin/python'), join(folder, 'bin', script)];
}

async function pythonMinor({ name, version }: PythonProgram): Promise<number> {
  const tell = 'import sys; print(sys.version_info.minor)';
  const minor = Number((await run(PYTHON.command, ['-c', tell])).stdout);
  if (minor >= PYTHON_MINOR_MIN) return minor;
  throw new Unavailable(
    `${name} ${version} needs Python 3.${PYTHON_MINOR_MIN} or later, and the one on the path is 3.${minor}. Enable it with: ${installCommand([PYTHON])}`,
  );
}

async function install(folder: string, { name, version }: PythonProgram): Promise<void> {
  const pip = ['-m', 'pip', 'install', '-q', '--no-input', '--disable-pip-version-check'];
  const constraints = join(import.meta.dirname, `${name}-constraints.txt`);
  const wanted = ['-c', constraints, `${name}==${version}`];
  const failure = `pip could not fetch ${name}`;
  const options = { timeout: INSTALL_WAIT_MAX_MS };
  await fetching(failure, PYTHON.command, ['-m', 'venv', folder], options);
  await fetching(failure, join(folder, 'bin/python'), [...pip, ...wanted], options);
}

const SCHEMATHESIS = { name: 'schemathesis', version: '4.32.5', script: 'st' } as const;

export function schemathesis(say: Say) {
  return pythonProgram(SCHEMATHESIS, say);
}
