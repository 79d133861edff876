import { setTimeout as delay } from 'node:timers/promises';
import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import { cacheAccessToken } from './access-token.ts';
import { apiRequest, type PixRequest } from './api-request.ts';
import { openBankHttp } from './bank-http.ts';
import { type Circuit, type CircuitState, openCircuit } from './circuit.ts';
import { withDeadline } from './deadline.ts';
import { observing, type PixOperation } from './observation.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { COME_BACK_LATER, isCircuitOpen, PixError, problemOf } from './pix-error.ts';
import { tokenRequest } from './token-request.ts';

/** Leaves time to check the outcome of a first attempt that got no response. */
export const FIRST_ATTEMPT_SHARE = 0.7;

/** One request and its response. A rejected token is replaced once. */
export type Exchange = (request: PixRequest) => Promise<string>;

type Work<Result> = (exchange: Exchange, attempt: number) => Promise<Result>;

export type Calls = {
  /** Retries `work` after temporary failures, within one deadline. */
  run<Result>(
    operation: PixOperation,
    options: CallOptions | undefined,
    work: Work<Result>,
    /** Share of the time for the first attempt, when a later one can check its outcome. */
    firstAttemptShare?: number,
  ): Promise<Result>;
  close(): Promise<void>;
};

export function openCalls(options: PixClientOptions): Calls {
  const { timeoutMs, profile = BANK_PROFILES.bcb, now = Date.now } = options;
  const http = openBankHttp(options);
  const base = options.baseUrl.replace(/\/{1,9}$/, '');
  const observed = observing(options.observe);
  const { onCircuit = () => {} } = options;
  const circuits = new Map<PixOperation, Circuit>();
  // One circuit per operation: failing reads say nothing about the creation of charges.
  const circuitOf = (operation: PixOperation): Circuit => {
    const onState = (state: CircuitState) => onCircuit(operation, state);
    const circuit = circuits.get(operation) ?? openCircuit({ now, timeoutMs, onState });
    circuits.set(operation, circuit);
    return circuit;
  };
  const style = { ...profile.token, url: options.tokenUrl ?? profile.token.url };
  const forToken = tokenRequest(base, style, options);
  const token = cacheAccessToken({
    request: (signal) => observed('token', () => http.send(forToken, signal)),
    timeoutMs,
    now,
    onScopesMissing: options.onScopesMissing ?? (() => {}),
  });

  const sendOnce = async (request: PixRequest, signal: AbortSignal): Promise<string> => {
    const bearer = await token.get(signal);
    try {
      return await http.send(apiRequest(base, profile, options, request, bearer), signal);
    } catch (error) {
      if (isTokenRefused(error)) token.drop(bearer);
      throw error;
    }
  };

  const exchangeUntil =
    (operation: PixOperation, signal: AbortSignal, isTrial: boolean): Exchange =>
    (request) =>
      circuitOf(operation)(
        () =>
          sendOnce(request, signal).catch((error: unknown) => {
            if (!isTokenRefused(error)) throw error;
            return sendOnce(request, signal).catch(asOutage);
          }),
        { isTrial },
      );

  return {
    run(operation, callOptions = {}, work, firstAttemptShare = 1) {
      const limitMs = Math.min(timeoutMs, callOptions.timeoutMs ?? Number.POSITIVE_INFINITY);
      const deadlineMs = performance.now() + limitMs;
      const { isTrial = false } = callOptions;
      const attemptOnce = (attempt: number, until: AbortSignal) =>
        attempt === 1 && firstAttemptShare < 1
          ? withDeadline(limitMs * firstAttemptShare, until, (signal) =>
              work(exchangeUntil(operation, signal, isTrial), 1),
            )
          : work(exchangeUntil(operation, until, isTrial), attempt);
      return observed(operation, () =>
        withDeadline(limitMs, callOptions.signal, (until) =>
          isTrial
            ? attemptOnce(1, until)
            : withRetries((attempt) => attemptOnce(attempt, until), { deadlineMs, signal: until }),
        ),
      );
    },
    close: () => http.close(),
  };
}

function isTokenRefused(error: unknown): error is PixError {
  return problemOf(error)?.status === 401;
}

function asOutage(error: unknown): never {
  if (!isTokenRefused(error)) throw error;
  throw new PixError('unavailable', 'The bank rejects every token that it issues', error.cause);
}

const ATTEMPTS_MAX = 3;
const WAIT_FIRST_MS = 100;

type Options = { readonly deadlineMs: number; readonly signal: AbortSignal };

/**
 * Retries temporary failures a few times, within the deadline. If the bank's Retry-After exceeds the
 * remaining time, it is not called again.
 */
async function withRetries<Result>(
  work: (attempt: number) => Promise<Result>,
  { deadlineMs, signal }: Options,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || signal.aborted || !mayPass(error)) throw error;
      const waitMs = Math.max(jittered(attempt), problemOf(error)?.retryAfterMs ?? 0);
      if (performance.now() + waitMs >= deadlineMs) throw error;
      await delay(waitMs, undefined, { signal });
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof PixError) || isCircuitOpen(error)) return false;
  if (error.kind === 'timeout') return true;
  const status = problemOf(error)?.status;
  const isMomentary = status === undefined || status >= 500 || COME_BACK_LATER.includes(status);
  return error.kind === 'unavailable' && isMomentary;
}

function jittered(attempt: number): number {
  const fullMs = WAIT_FIRST_MS * 2 ** (attempt - 1);
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}
