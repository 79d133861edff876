import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { pythonProgram } from './python-program.ts';
import { GO, installMissing, requireTools, type Say, Unavailable } from './tools.ts';

const PYTHON_GENERATOR = {
  name: 'openapi-python-client',
  version: '0.29.1',
  script: 'openapi-python-client',
} as const;
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
const GO_GENERATOR_VERSION = 'v2.8.1';
const INSTALL_WAIT_MAX_MS = 600_000;

export function pythonClientGenerator(say: Say) {
  return pythonProgram(PYTHON_GENERATOR, say);
}

/** The program, which Go builds once; its own go.sum pins what it is built from. */
export async function goClientGenerator(say: Say): Promise<string> {
  await installMissing([GO], say);
  requireTools([GO], `oapi-codegen ${GO_GENERATOR_VERSION}`);
  const folder = cacheFolder(`oapi-codegen-${GO_GENERATOR_VERSION}`);
  await fillOnce(folder, async (unfinished) => {
    say(`Building oapi-codegen ${GO_GENERATOR_VERSION} with go into ${folder} (once, a minute)...`);
    await install(unfinished);
  });
  return join(folder, 'oapi-codegen');
}

async function install(folder: string): Promise<void> {
  const args = ['install', `${GO_GENERATOR}@${GO_GENERATOR_VERSION}`];
  const env = { ...process.env, GOBIN: folder };
  try {
    await promisify(execFile)(GO.command, args, { env, timeout: INSTALL_WAIT_MAX_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Unavailable(
      `go could not build oapi-codegen: ${stderr?.trim() || message}\nOnce the network lets it, enable it with: npm test`,
      { cause: error },
    );
  }
}
