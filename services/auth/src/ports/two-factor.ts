import type { TwoFactor } from '../domain/two-factor.ts';

export type TwoFactors = {
  /** Locks it until the transaction ends. */
  find(accountId: string): Promise<TwoFactor | null>;
  /** Replaces a secret that was not confirmed. */
  begin(accountId: string, sealedSecret: Buffer, at: Date): Promise<void>;
  confirm(accountId: string, step: number, at: Date): Promise<void>;
  /** False: a code of this time step, or a later one, was accepted before. */
  takeStep(accountId: string, step: number): Promise<boolean>;
  /** The secret and the recovery codes. False: there was none. */
  remove(accountId: string): Promise<boolean>;
  replaceRecoveryCodes(accountId: string, digests: readonly Buffer[]): Promise<void>;
  /** False: unknown, or used before. */
  takeRecoveryCode(accountId: string, digests: readonly Buffer[]): Promise<boolean>;
};

/** Of the account with this id. */
export type SealedTwoFactor = { readonly id: string; readonly sealedSecret: Buffer };

/** Moves the secrets of every account from the key before to the current one. */
export type Resealing = {
  /** For each secret that does not begin with the prefix. Gives the ids of those that no key opens. */
  replaceOutdated(
    prefix: Buffer,
    resealed: (before: SealedTwoFactor) => Buffer,
  ): Promise<readonly string[]>;
};

/** Codes of authenticator apps. */
export type Totp = {
  newSecret(): string;
  /** What an app reads from a QR code. */
  urlOf(secret: string, email: string): string;
  /** The time step that the code belongs to; null: it is wrong. */
  stepOf(secret: string, digits: string, at: Date): number | null;
};
