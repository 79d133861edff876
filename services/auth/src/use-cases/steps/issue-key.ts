import { type ApiKey, keyFrom, shownPrefix } from '../../domain/api-key.ts';
import type { Ports, Stores } from '../../ports.ts';
import { writeMail } from './write-mail.ts';

type Needs = Pick<
  Ports,
  'now' | 'newId' | 'newSecretBytes' | 'digestsOf' | 'mode' | 'vault' | 'mailIsOn'
>;
type Rights = Pick<ApiKey, 'accountId' | 'name' | 'scopes' | 'expiresAt' | 'allowedIps'>;
type Input = {
  readonly id: string;
  readonly rights: Rights;
  readonly action: string;
  /** An operator who does it in place of the account; null: the account. */
  readonly operator?: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Creates a key with the given rights, and records it in the same transaction. */
export async function issueKey(
  needs: Needs,
  stores: Stores,
  { id, rights, action, operator, detail }: Input,
): Promise<{ apiKey: ApiKey; key: string }> {
  const { now, newSecretBytes, digestsOf, mode } = needs;
  const { accounts, apiKeys, audit } = stores;
  const key = keyFrom(newSecretBytes(), mode);
  const apiKey: ApiKey = {
    id,
    accountId: rights.accountId,
    name: rights.name,
    scopes: rights.scopes,
    expiresAt: rights.expiresAt,
    allowedIps: rights.allowedIps,
    prefix: shownPrefix(key),
    createdAt: now(),
    lastUsedAt: null,
    queryUseAt: null,
    revokedAt: null,
    replacedBy: null,
  };
  const [digest] = digestsOf(key);
  await apiKeys.insert({ ...apiKey, digest });
  const { accountId, name, prefix, scopes, expiresAt, allowedIps } = apiKey;
  const account = await accounts.find(accountId);
  if (account) {
    await writeMail(needs, stores, { account, notice: { kind: 'key_created', name, prefix } });
  }
  await audit.append({
    at: apiKey.createdAt,
    actor: operator ? `operator:${operator}` : `account:${accountId}`,
    action,
    subject: `key:${id}`,
    accountId,
    detail: { ...detail, name, prefix, scopes, expiresAt, allowedIps },
  });
  return { apiKey, key };
}
