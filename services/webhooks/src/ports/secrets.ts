import type { SealingKeys } from '@entrada/platform/crypto/sealing-keys';

/** Keeps secrets at rest; what was sealed under one name opens under no other. */
export type Vault = SealingKeys;

export type SealedSecrets = {
  readonly sealedSecret: Buffer;
  /** Null: there is none, or it has expired. */
  readonly sealedPreviousSecret: Buffer | null;
  readonly sealedAuthorization: Buffer | null;
};

export type SealedEndpoint = { readonly id: string } & SealedSecrets;

/** Moves what the key before has sealed to the current one. */
export type Resealing = {
  /** For each endpoint with a secret that does not begin with the prefix. Gives the ids of those that no key opens. */
  replaceOutdated(
    prefix: Buffer,
    resealed: (before: SealedEndpoint) => SealedSecrets,
  ): Promise<readonly string[]>;
};
