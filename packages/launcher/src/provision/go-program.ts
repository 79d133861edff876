import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { provideGo } from './newer-go.ts';
import { GO, requireTools, type Say, Unavailable } from './tools.ts';

const INSTALL_WAIT_MAX_MS = 900_000;

export type GoProgram = {
  /** The last part of its package, too. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
};

export function goProgramFolder({ name, version }: GoProgram): string {
  return cacheFolder(`${name}-${version}`);
}

/** The program, which Go builds once; its own go.sum pins what it is built from. */
export async function goProgram(program: GoProgram, say: Say): Promise<string> {
  const title = `${program.name} ${program.version}`;
  const folder = goProgramFolder(program);
  await provideGo(say);
  requireTools([GO], title);
  await fillOnce(folder, async (unfinished) => {
    say(`Building ${title} with go into ${folder} (once, some minutes)...`);
    await install(program, unfinished);
  });
  return join(folder, program.name);
}

async function install(program: GoProgram, folder: string): Promise<void> {
  const args = ['install', `${program.package}@${program.version}`];
  const env = { ...process.env, GOBIN: folder };
  try {
    await promisify(execFile)(GO.command, args, { env, timeout: INSTALL_WAIT_MAX_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Unavailable(
      `go could not build ${program.name}: ${stderr?.trim() || message}\nOnce the network lets it, enable it with: npm test`,
      { cause: error },
    );
  }
}
