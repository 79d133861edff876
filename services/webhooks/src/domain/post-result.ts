import { CAUSE_CODES, type CauseCode } from '@entrada/contracts/cause-codes';

/** Milliseconds each phase took; null: it did not happen, such as DNS on a reused connection. */
export type Timings = {
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
};

/** The result of posting to a receiver. */
export type PostResult = {
  readonly timings: Timings;
  /** The first kilobyte. */
  readonly responseBody: string;
  /** Header lines, masked and capped. */
  readonly responseHeaders: readonly string[];
} & (
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly retryAfter: string | null;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly statusCode: number | null;
      /** The cause in plain words, where more is known than the kind of failure. */
      readonly detail: string | null;
    }
);

/**
 * `blocked`: we may not call the host. `unopened`: the secret of the endpoint could not be decrypted.
 * In both cases nothing was sent.
 */
export type Failure = Exclude<CauseCode, 'gone' | 'redirected' | 'rejected'>;

export const OUTCOMES = ['delivered', ...CAUSE_CODES] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** `retry` leaves the delivery due again after a wait; `hold` keeps it until its endpoint is back. */
export type Verdict =
  | { readonly next: 'delivered' | 'exhausted' | 'hold' }
  | { readonly next: 'retry'; readonly delayMs: number };

export type Judgement = {
  readonly outcome: Outcome;
  readonly statusCode: number | null;
  readonly cause: string | null;
  readonly verdict: Verdict;
};

export type Limits = { readonly timeoutMs: number; readonly responseBytesMax: number };

const GONE = 410;

export function outcomeOf(result: PostResult): Outcome {
  if (result.kind === 'failed') return result.failure;
  const { statusCode } = result;
  if (statusCode >= 200 && statusCode < 300) return 'delivered';
  if (statusCode >= 300 && statusCode < 400) return 'redirected';
  return statusCode === GONE ? 'gone' : 'rejected';
}
