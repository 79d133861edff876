/** Keeps secrets at rest; what was sealed under one name opens under no other. */
export type Vault = {
  seal(name: string, secret: string): Buffer;
  /** Also what was sealed with the key before. */
  open(name: string, sealed: Buffer): string;
  /** What everything that is sealed with the current key begins with; null: there is no key before. */
  readonly currentPrefix: Buffer | null;
};

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
