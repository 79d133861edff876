import { RECOVERY_CODES, recoveryCodeFrom } from '../../domain/two-factor.ts';
import type { Ports, Stores } from '../../ports.ts';

type Needs = Pick<Ports, 'vault' | 'newSecretBytes'>;

/** New codes in place of all old ones. They are not stored: only their digests are. */
export async function issueRecoveryCodes(
  { vault, newSecretBytes }: Needs,
  { twoFactors }: Pick<Stores, 'twoFactors'>,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(newSecretBytes()));
  const digests = codes.map((code) => vault.codeDigests(accountId, code.replaceAll('-', ''))[0]);
  await twoFactors.replaceRecoveryCodes(accountId, digests);
  return codes;
}
