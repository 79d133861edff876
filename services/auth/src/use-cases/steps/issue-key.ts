import { type ApiKey, keyFrom, shownPrefix } from '../../domain/api-key.ts';
import type { Ports, Stores } from '../../ports.ts';

type Needs = Pick<Ports, 'now' | 'newSecretBytes' | 'digestsOf' | 'mode'>;
type Rights = Pick<ApiKey, 'accountId' | 'name' | 'scopes' | 'expiresAt' | 'allowedIps'>;
type Input = {
  readonly id: string;
  readonly rights: Rights;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Creates a key with the given rights, and records it in the same transaction. */
export async function issueKey(
  { now, newSecretBytes, digestsOf, mode }: Needs,
  { apiKeys, audit }: Stores,
  { id, rights, action, detail }: Input,
): Promise<{ apiKey: ApiKey; key: string }> {
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
  await audit.append({
    at: apiKey.createdAt,
    actor: `account:${accountId}`,
    action,
    subject: `key:${id}`,
    accountId,
    detail: { ...detail, name, prefix, scopes, expiresAt, allowedIps },
  });
  return { apiKey, key };
}
