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
  takeRecoveryCode(accountId: string, digest: Buffer): Promise<boolean>;
};

/** Codes of authenticator apps. */
export type Totp = {
  newSecret(): string;
  /** What an app reads from a QR code. */
  urlOf(secret: string, email: string): string;
  /** The time step that the code belongs to; null: it is wrong. */
  stepOf(secret: string, digits: string, at: Date): number | null;
};
