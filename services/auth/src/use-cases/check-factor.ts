import { type Factor, parseCode, twoFactorRow } from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';

type Input = { readonly accountId: string; readonly code: string };

/**
 * Judges the code that was given with a password. It runs in the transaction that acts on the result,
 * so that each code is accepted once.
 */
export async function checkFactor(
  { vault, totp, now }: Ports,
  { twoFactors }: Pick<Stores, 'twoFactors'>,
  { accountId, code }: Input,
): Promise<Factor> {
  const known = await twoFactors.find(accountId);
  if (!known?.confirmedAt) return 'none';
  if (code === '') return 'missing';
  const typed = parseCode(code);
  if (!typed) return 'wrong';
  if (typed.kind === 'recovery_code') {
    const digests = vault.codeDigests(accountId, typed.text);
    return (await twoFactors.takeRecoveryCode(accountId, digests)) ? typed.kind : 'wrong';
  }
  const secret = vault.open(twoFactorRow(accountId), known.sealedSecret);
  const step = totp.stepOf(secret, typed.digits, now());
  const isNew = step !== null && (await twoFactors.takeStep(accountId, step));
  return isNew ? typed.kind : 'wrong';
}
