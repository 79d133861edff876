import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { certificatesIn, dataFolder, type RunFacts } from '@entrada/operator/access/running-system';
import { fillCertificateFolder, writeWhole } from '@entrada/platform/identity/certificate-folder';
import { GRPC_SERVICES, newSecrets, type Secrets } from './programs.ts';

/** A sentence for the person at the keyboard; no stack is shown with it. */
export class Plain extends Error {
  override readonly name = 'Plain';
}

export const DATA_FOLDER = dataFolder(process.env);

/** What scripts need to use the running system as the demo account. */
export type DemoFacts = {
  readonly baseUrl: string;
  readonly bankUrl: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
};

export async function keptSecrets(): Promise<Secrets> {
  await mkdir(DATA_FOLDER, { recursive: true });
  const known = await readJson<Secrets>('secrets.json');
  const fresh = newSecrets();
  // A later commit may need more than the one that wrote the file.
  const eventKeys = { ...fresh.eventKeys, ...known?.eventKeys };
  const secrets = { ...fresh, ...known, eventKeys };
  await writeJson('secrets.json', secrets);
  return secrets;
}

/** The folder with the certificates of this installation, renewed where they would end soon. */
export async function keptCertificates(): Promise<string> {
  const folder = certificatesIn(DATA_FOLDER);
  await fillCertificateFolder(folder, { services: GRPC_SERVICES, now: new Date() });
  return folder;
}

export const readDemo = () => readJson<DemoFacts>('demo.json');
export const writeDemo = (facts: DemoFacts) => writeJson('demo.json', facts);
export const readRun = () => readJson<RunFacts>('run.json');
export const removeRun = () => rm(join(DATA_FOLDER, 'run.json'), { force: true });
export const writeRun = (facts: RunFacts) => writeJson('run.json', facts);

async function readJson<T>(name: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(join(DATA_FOLDER, name), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Plain(
      `${join(DATA_FOLDER, name)} cannot be read: ${(error as Error).message}\nWipe the data with npm run reset.`,
    );
  }
}

/** Whole or not at all: a half-written file would stop every later start. */
async function writeJson(name: string, facts: object): Promise<void> {
  await writeWhole(join(DATA_FOLDER, name), JSON.stringify(facts, null, 2));
}
