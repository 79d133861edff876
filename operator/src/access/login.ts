import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Signature, Statement } from '@entrada/approvals/decision';
import { signStatement } from '@entrada/approvals/signature';
import { usageError } from '@entrada/command-line/command-error';
import { callerIn } from '@entrada/platform/identity/caller';
import { type Identity, openIdentity } from '@entrada/platform/identity/identity';
import { openHealth, type Runtime } from '@entrada/platform/runtime/runtime';
import { openLog } from '@entrada/platform/telemetry/log';
import { Registry } from 'prom-client';
import type { Context, Env, WithEnv } from '../command.ts';
import { runningSystem } from './running-system.ts';

const LOG_IN = 'Log in with operator login <your name> (npm run operator -- login <your name>).';

/** Where a log-in is kept: the operator's certificate, its key, and the authority of the services. */
export type LoginFiles = {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
};

/** As the settings say, else in the operator's home. */
export function loginFiles(env: Env): LoginFiles {
  const folder = join(env.HOME || homedir(), '.entrada');
  const certificate = env.TLS_CERT_FILE || join(folder, 'operator.pem');
  return {
    certificate,
    // In one file: of two log-ins at once, neither leaves its key with the certificate of the other.
    key: env.TLS_KEY_FILE || certificate,
    authority: env.TLS_CA_FILE || join(folder, 'services-ca.pem'),
  };
}

/** The operator's identity; a command that needs it says so before it begins. */
async function operatorIdentity({ env }: WithEnv): Promise<Identity> {
  const files = loginFiles(env);
  const certificate = await read(files.certificate);
  // Of one file, what was read at one moment: another log-in may replace it.
  const key = files.key === files.certificate ? certificate : await read(files.key);
  const authority = await read(files.authority);
  await requireSameInstallation(env, authority);
  const { subjectAltName, validTo } = new X509Certificate(certificate);
  const person = callerIn(subjectAltName)?.person;
  if (!person) throw usageError(`${files.certificate} names no operator. ${LOG_IN}`);
  // By the clock of the machine, as TLS takes it.
  if (new Date(validTo) <= new Date())
    throw usageError(`The log-in of ${person} has expired. ${LOG_IN}`);
  try {
    const none = { operatorAuthority: null, revoked: new Set<string>() };
    return openIdentity({ certificate, key, authority, ...none });
  } catch (error) {
    throw usageError(`The log-in of ${person} cannot be used. ${LOG_IN}`, error);
  }
}

/** A service refuses a log-in of another installation only by not answering, so what npm start runs is compared here. */
async function requireSameInstallation(env: Env, authority: Buffer): Promise<void> {
  const isAddressed = Object.keys(env).some((name) => name.endsWith('_ADDRESS'));
  const run = isAddressed ? null : await runningSystem(env);
  if (!run || authority.equals(await readFile(join(run.certificates, 'services-ca.pem')))) return;
  throw usageError(`You are logged in to another installation. ${LOG_IN}`);
}

/** A runtime that calls services as the operator. */
export async function operatorRuntimeOf(context: WithEnv): Promise<Runtime> {
  return { ...operatorRuntime(), identity: await operatorIdentity(context) };
}

/** What the operator says, signed with the key of their certificate. */
export async function signAsOperator(
  context: Context,
  statement: Omit<Statement, 'askedBy'> & { readonly askedBy?: string },
): Promise<Signature> {
  const credentials = (await operatorIdentity(context)).current();
  const { subjectAltName } = new X509Certificate(credentials.certificate);
  const askedBy = statement.askedBy ?? callerIn(subjectAltName)?.person ?? '';
  return signStatement(credentials, { ...statement, askedBy }, context.now());
}

/** For a command that decides something without calling a service first. */
export async function requireLogin(context: WithEnv): Promise<void> {
  await operatorIdentity(context);
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw usageError(`Nobody is logged in. ${LOG_IN}`);
    throw usageError(`${file} cannot be read (${error.message}). ${LOG_IN}`);
  });
}

/** A runtime for what a command borrows from the services: it only logs errors. */
function operatorRuntime(): Runtime {
  const log = openLog({ service: 'operator', level: 'error', version: '-' });
  return { log, metrics: new Registry(), health: openHealth() };
}
