/** How credentials are sent in a token request. */
export type TokenStyle = {
  /** URL, absolute or relative to the base URL; a leading `/` means the root of its host. */
  readonly url: string;
  /** `basic` is the Authorization header, `form` puts both into the body, `id-only` relies on the client certificate. */
  readonly credentials: 'basic' | 'form' | 'id-only';
  readonly body: 'form' | 'json';
  readonly query?: Readonly<Record<string, string>>;
  /** False for banks that reject a token request with scopes. */
  readonly asksScopes: boolean;
};

/**
 * How one bank deviates from the Central Bank's specification, as data. Deviations that any
 * bank may have, such as 200 for 201, numbers as text or nulls, are accepted from all and not listed here.
 */
export type BankProfile = {
  readonly token: TokenStyle;
  /** Path of each family of endpoints, after the base URL. */
  readonly paths: { readonly cob: string; readonly pix: string; readonly webhook: string };
  /** Sent with every call; `{clientId}` and `{appKey}` stand for our settings of that name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly firstPage: 0 | 1;
  readonly pageSize: number;
  /** True where the creation time of a charge is Brasília time although labelled UTC. */
  readonly createdAtIsLocal: boolean;
};
