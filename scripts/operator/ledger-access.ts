import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { userInfo } from 'node:os';
import { LedgerService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { openHealth } from '@entrada/platform/runtime/health';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openLog } from '@entrada/platform/telemetry/log';
import { Registry } from 'prom-client';
import { runningSystem } from '../launcher/running-system.ts';
import { leave } from './leave.ts';

/** The environment of the ledger: this process's own, over that of the system which `npm start` runs. */
export async function ledgerEnv(): Promise<Readonly<Record<string, string | undefined>>> {
  return { ...(await runningSystem())?.ledgerEnv, ...process.env };
}

export async function openLedger(timeoutMs: number) {
  const address = process.env.LEDGER_ADDRESS ?? (await runningSystem())?.ledgerAddress;
  if (!address) return leave('Set LEDGER_ADDRESS, or run npm start first.');
  return connectGrpc(LedgerService, { address, timeoutMs, runtime: operatorRuntime() });
}

export function operatorRuntime(): Runtime {
  const log = openLog({ service: 'operator', level: 'error', version: '-' });
  return { log, metrics: new Registry(), health: openHealth() };
}

/** Who decides, for the audit log. */
export function operatorName(): string {
  return process.env.OPERATOR ?? userInfo().username;
}

/** `LEDGER_PUBLIC_KEY` (SPKI in base64), or the public half of the signing key where that is at hand. */
export async function ledgerPublicKey(given?: string): Promise<KeyObject | null> {
  const env = await ledgerEnv();
  const text = given ?? env.LEDGER_PUBLIC_KEY;
  if (text) return publicKeyFrom(text);
  const signingKey = env.LEDGER_SIGNING_KEY;
  if (!signingKey) return null;
  return publicHalfOf(signingKey);
}

function publicHalfOf(text: string): KeyObject {
  try {
    const key = Buffer.from(text, 'base64');
    return createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  } catch {
    return leave('LEDGER_SIGNING_KEY must be a private key, PKCS#8 in base64 (docs/receipts.md).');
  }
}

function publicKeyFrom(text: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return leave('The public key must be base64, as npm run ledger:verify -- --key prints it.');
  }
}
