import type { BankProfile } from '../profiles/bank-profile.ts';
import type { ClientTls } from './bank-http.ts';
import type { CircuitState } from './circuit.ts';
import type { ListLimits } from './list-pix.ts';
import type { Observe, PixOperation } from './observation.ts';

export type PixClientOptions = {
  /** Where `/cob` lives, with any path prefix. */
  readonly baseUrl: string;
  /** Where the profile says, unless given. */
  readonly tokenUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Names our application to banks that ask for it with every call. */
  readonly appKey?: string | undefined;
  /** The key that receives the money. */
  readonly pixKey: string;
  /** Limit of a whole call, its token and its repetitions included. */
  readonly timeoutMs: number;
  /** Printed in a code that we must build because the bank sent only its location. */
  readonly merchantName: string;
  readonly merchantCity: string;
  /** The plain specification unless given. */
  readonly profile?: BankProfile | undefined;
  readonly tls?: ClientTls | undefined;
  readonly now?: () => number;
  /** Called after every finished request, token requests included. */
  readonly observe?: Observe;
  readonly onCircuit?: (operation: PixOperation, state: CircuitState) => void;
  readonly listLimits?: ListLimits | undefined;
  /** Called with the scopes that a new token lacks. */
  readonly onScopesMissing?: (missing: readonly string[]) => void;
  /** Called with the sandbox bank's time, whose clock can be moved, after each of its replies. */
  readonly onClock?: (bankNow: Date) => void;
};

/** A call ends at the client's `timeoutMs`, at this one, or when the signal aborts: what comes first. */
export type CallOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number };
