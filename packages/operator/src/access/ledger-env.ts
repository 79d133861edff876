import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { usageError } from '@entrada/command-line/command-error';
import type { Env, WithEnv } from '../command.ts';
import { loginFiles } from './login.ts';
import { runningSystem } from './running-system.ts';

/**
 * The environment of the ledger: this process's own, over that of the system which `npm start` runs. The
 * ledger's certificate is not used: other services are called as the operator.
 */
export async function ledgerEnv({ env }: WithEnv): Promise<Env> {
  const { certificate, key, authority } = loginFiles(env);
  const login = { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CA_FILE: authority };
  return { ...(await environmentOfRun(env)), ...env, ...login };
}

/** The event log is opened as its administrator: a service's role cannot move the consumers of another. */
async function environmentOfRun(env: Env): Promise<Env> {
  const run = await runningSystem(env);
  if (!run?.ledgerEnv.DATABASE_URL_EVENTS) return run?.ledgerEnv ?? {};
  const events = new URL(run.ledgerEnv.DATABASE_URL_EVENTS);
  const admin = new URL(run.postgresUrl);
  admin.pathname = events.pathname;
  return { ...run.ledgerEnv, DATABASE_URL_EVENTS: admin.href };
}

/** `LEDGER_PUBLIC_KEY` (SPKI in base64), or the public half of the signing key where that is at hand. */
export async function ledgerPublicKey(context: WithEnv, given?: string): Promise<KeyObject | null> {
  const env = await ledgerEnv(context);
  const text = given ?? env.LEDGER_PUBLIC_KEY;
  if (text) return publicKeyFrom(text);
  return env.LEDGER_SIGNING_KEY ? publicHalfOf(env.LEDGER_SIGNING_KEY) : null;
}

function publicHalfOf(text: string): KeyObject {
  try {
    const key = Buffer.from(text, 'base64');
    return createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  } catch {
    throw usageError(
      'LEDGER_SIGNING_KEY must be a private key, PKCS#8 in base64 (docs/receipts.md).',
    );
  }
}

function publicKeyFrom(text: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw usageError('The public key must be base64, as operator verify --key prints it.');
  }
}
