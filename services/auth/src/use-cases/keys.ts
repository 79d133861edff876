import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { accountNotFound, parseName } from '../domain/account.ts';
import {
  type ApiKey,
  checkExpiry,
  checkKeyLimit,
  expiryOfReplaced,
  keyFrom,
  parseScopes,
  shownPrefix,
} from '../domain/api-key.ts';
import { accountLine } from '../domain/audit-lines.ts';
import type { Ports, Stores } from '../ports.ts';
import { writeMail } from './write-mail.ts';

type NewKey = {
  accountId: string;
  name: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  allowedIps: readonly string[];
  requester: Requester;
  /** Null: the account itself. */
  operator: string | null;
};

/** The reply is the only place where the key's value appears. */
export function createKey(needs: Ports) {
  const { transact, now, newId } = needs;
  return async (input: NewKey): Promise<{ apiKey: ApiKey; key: string }> => {
    const { accountId, allowedIps } = input;
    const at = now();
    const rights = {
      accountId,
      name: parseName(input.name, 'apiKey'),
      scopes: parseScopes(input.scopes),
      expiresAt: checkExpiry(input.expiresAt, at),
      allowedIps,
    };
    return transact(accountId, async (stores) => {
      if (!(await stores.accounts.lock(accountId))) throw accountNotFound();
      checkKeyLimit(await stores.apiKeys.countUsable(accountId, at));
      return issueKey(needs, stores, {
        id: newId(),
        rights,
        action: 'key.created',
        operator: input.operator,
        detail: { ...input.requester },
      });
    });
  };
}

type Rotation = { accountId: string; keyId: string; overlapSeconds: number; requester: Requester };

type IssuedKey = { apiKey: ApiKey; key: string };

/** Both keys are valid during the overlap, so that a deployment can move from one to the other. */
export function rotateKey(needs: Ports) {
  const { transact, now, newId } = needs;
  return ({ accountId, keyId, overlapSeconds, requester }: Rotation): Promise<IssuedKey> =>
    transact(accountId, async (stores) => {
      await stores.accounts.lock(accountId);
      const old = await stores.apiKeys.find({ id: keyId, accountId });
      if (!old) throw new AppError('NOT_FOUND', 'API key not found');
      const at = now();
      const end = expiryOfReplaced(old, overlapSeconds, at);
      // One key above the limit is allowed for the time of the overlap.
      checkKeyLimit((await stores.apiKeys.countUsable(accountId, at)) - 1);
      const id = newId();
      await stores.apiKeys.replace(old, { newId: id, expiresAt: end }, at);
      const detail = { ...requester, replaces: keyId, replacedUntil: end };
      return issueKey(needs, stores, { id, rights: old, action: 'key.rotated', detail });
    });
}

type Renaming = { accountId: string; keyId: string; name: string; requester: Requester };

export function renameKey({ transact, now }: Ports) {
  return ({ accountId, keyId, ...input }: Renaming): Promise<ApiKey> => {
    const name = parseName(input.name, 'apiKey');
    return transact(accountId, async ({ apiKeys, audit }) => {
      const key = await apiKeys.find({ id: keyId, accountId });
      if (!key) throw new AppError('NOT_FOUND', 'API key not found');
      if (key.name === name) return key;
      await apiKeys.rename(key, name);
      const detail = { ...input.requester, name, before: key.name };
      const what = { action: 'key.renamed', subject: `key:${keyId}`, detail };
      await audit.append(accountLine(accountId, what, now()));
      return { ...key, name };
    });
  };
}

type OwnKey = { accountId: string; keyId: string; requester: Requester };

export function revokeKey({ transact, now }: Ports) {
  return ({ accountId, keyId, requester }: OwnKey): Promise<void> =>
    transact(accountId, async ({ apiKeys, audit }) => {
      const at = now();
      const isRevoked = await apiKeys.revoke({ id: keyId, accountId }, at);
      if (isRevoked === null) throw new AppError('NOT_FOUND', 'API key not found');
      if (!isRevoked) return;
      const what = { action: 'key.revoked', subject: `key:${keyId}`, detail: { ...requester } };
      await audit.append(accountLine(accountId, what, at));
    });
}

type NewKeyRights = Pick<ApiKey, 'accountId' | 'name' | 'scopes' | 'expiresAt' | 'allowedIps'>;
type KeyIssue = {
  readonly id: string;
  readonly rights: NewKeyRights;
  readonly action: string;
  /** An operator who does it in place of the account; null: the account. */
  readonly operator?: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Creates a key with the given rights, and records it in the same transaction. */
async function issueKey(
  needs: Ports,
  stores: Stores,
  { id, rights, action, operator, detail }: KeyIssue,
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
  const what = {
    action,
    subject: `key:${id}`,
    detail: { ...detail, name, prefix, scopes, expiresAt, allowedIps },
    ...(operator && { actor: `operator:${operator}` }),
  };
  await audit.append(accountLine(accountId, what, apiKey.createdAt));
  return { apiKey, key };
}
