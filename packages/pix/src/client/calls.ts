import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import { cacheAccessToken } from './access-token.ts';
import { apiRequest, type PixRequest } from './api-request.ts';
import { openBankHttp } from './bank-http.ts';
import { type Circuit, type CircuitState, openCircuit } from './circuit.ts';
import { withDeadline } from './deadline.ts';
import { observing, type PixOperation } from './observation.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { PixError, problemOf } from './pix-error.ts';
import { withRetries } from './retry.ts';
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
  const base = options.baseUrl.replace(/\/+$/, '');
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
