import type { Origin } from './account.ts';

/** What account owners ask for, as it goes to auth. */
export type OwnSession = { readonly accountId: string; readonly sessionId: string };
export type OwnKey = { readonly accountId: string; readonly keyId: string };

export type SignUp = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly language?: string | undefined;
  readonly origin: Origin;
};

export type LogIn = {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly origin: Origin;
};

export type PasswordChange = OwnSession & {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly origin: Origin;
};

export type AccountChanges = {
  readonly accountId: string;
  readonly name?: string | undefined;
  readonly language?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  /** Of the session that changes it. */
  readonly proofAt: string;
};

export type Proof = OwnSession & {
  readonly password: string;
  readonly code?: string | undefined;
  readonly origin: Origin;
};

export type GivenCode = {
  readonly accountId: string;
  readonly code: string;
  readonly origin: Origin;
};

export type ResetConfirmation = {
  readonly token: string;
  readonly newPassword: string;
  readonly code?: string | undefined;
  readonly origin: Origin;
};

export type KeyRights = {
  readonly accountId: string;
  readonly name: string;
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
  readonly allowedIps?: readonly string[] | undefined;
};
