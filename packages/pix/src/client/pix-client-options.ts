import type { BankProfile } from '../profiles/bank-profiles.ts';
import type { ClientTls } from './bank-http.ts';
import type { CircuitState } from './circuit.ts';
import type { ListLimits } from './list-pix.ts';
import type { Observe, PixOperation } from './observation.ts';

export type PixClientOptions = {
  /** Base URL of `/cob`, with any path prefix. */
  readonly baseUrl: string;
  /** Overrides the one of the profile. */
  readonly tokenUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Application key, for banks that require it in every call. */
  readonly appKey?: string | undefined;
  /** The Pix key that receives payments. */
  readonly pixKey: string;
  /** Limit of a whole call, including its token and its retries. */
  readonly timeoutMs: number;
  /** Used in a code that is encoded here because the bank returned only its location. */
  readonly merchantName: string;
  readonly merchantCity: string;
  /** Defaults to the specification without deviations. */
  readonly profile?: BankProfile | undefined;
  readonly tls?: ClientTls | undefined;
  readonly now?: () => number;
  /** Called after every finished request, token requests included. */
  readonly observe?: Observe;
  readonly onCircuit?: (operation: PixOperation, state: CircuitState) => void;
  readonly listLimits?: ListLimits | undefined;
  /** Awaited before each page of a list is requested. */
  readonly beforeList?: () => Promise<void>;
  /** Called with the scopes that a new token lacks. */
  readonly onScopesMissing?: (missing: readonly string[]) => void;
  /** Called with the time of the sandbox bank, whose clock is adjustable, after each of its responses. */
  readonly onClock?: (bankNow: Date) => void;
};

export type CallOptions = {
  /** A call ends at the client's `timeoutMs`, at this one, or when the signal is aborted, whichever is first. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** For a request that may fail by its own fault: no retries, and the circuit ignores its failure. */
  readonly isTrial?: boolean;
};
