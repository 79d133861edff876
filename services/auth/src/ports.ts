import type { Account } from './domain/account.ts';
import type { Mode } from './domain/api-key.ts';
import type { Scope } from './domain/scopes.ts';

export type ApiKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
};

export type Accounts = {
  /** False when the e-mail address is taken. */
  insert(account: Account & { passwordHash: string }): Promise<boolean>;
};

export type ApiKeys = {
  /** False when there is no such account. */
  insert(key: ApiKey & { digest: Buffer }): Promise<boolean>;
  /** A key that may be used at `now`: not revoked, not expired. */
  findUsable(digest: Buffer, now: Date): Promise<ApiKey | null>;
};

export type Ports = {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly newKeyBytes: () => Buffer;
  readonly digestOf: (key: string) => Buffer;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly mode: Mode;
};
