import { createPublicKey, type KeyObject } from 'node:crypto';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { Topic } from '@entrada/contracts/topics';
import { counted } from '@entrada/platform/text/counted';
import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

/** The key that receipts are checked with: the one given, that in LEDGER_PUBLIC_KEY, or what the ledger says. */
export async function ledgerPublicKey(context: WithEnv, given?: string): Promise<KeyObject> {
  const text = given ?? context.env.LEDGER_PUBLIC_KEY;
  if (text) return publicKeyFrom(text);
  using ledger = await connect(context, 'ledger');
  const [current] = (await ledger.listReceiptKeys({})).keys;
  if (!current) throw usageError('The ledger signs no receipts: set its LEDGER_SIGNING_KEY.');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: current.x }, format: 'jwk' });
}

function publicKeyFrom(text: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw usageError('The public key must be base64, as operator verify --key prints it.');
  }
}

/** Refuses while the ledger has records of charges that it has not read; `consequence` says why. */
export async function requireLedgerCaughtUp(context: WithEnv, consequence: string): Promise<void> {
  using ledger = await connect(context, 'ledger');
  const { records } = await ledger.countUnread({});
  if (records === 0) return;
  throw new CommandError(
    `The ledger has ${counted(records, 'record')} of ${Topic.Charges} left to read: ${consequence}. Wait until it has read them, then run it again.`,
  );
}
