import { setTimeout as delay } from 'node:timers/promises';
import type { BankProfile } from '../profiles/bank-profiles.ts';
import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import { cacheAccessToken, tokenRequest } from './access-token.ts';
import { type BankRequest, openBankHttp } from './bank-http.ts';
import { type Circuit, type CircuitState, openCircuit } from './circuit.ts';
import { withDeadline } from './deadline.ts';
import { observing, type PixOperation } from './observation.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { COME_BACK_LATER, isCircuitOpen, PixError, problemOf } from './pix-error.ts';

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

/** Returns the result of an earlier attempt without a response, if the bank has one; else runs `act`. */
export async function foundOr<Result>(
  read: () => Promise<Result>,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (isKind(error, 'not-found')) return act();
    throw error;
  }
}

/**
 * Runs `act`; when the bank rejects it, checks whether it was executed before. The rejection is thrown
 * unless what is read is `settled`.
 */
export async function orReading<Result>(
  act: () => Promise<Result>,
  read: () => Promise<Result>,
  settled: (result: Result) => boolean,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isKind(error, 'rejected')) throw error;
    const found = await read().catch((failure: unknown) => {
      throw isKind(failure, 'not-found') ? error : failure;
    });
    if (settled(found)) return found;
    throw error;
  }
}

function isKind(error: unknown, kind: PixError['kind']): boolean {
  return error instanceof PixError && error.kind === kind;
}

/** A call as the specification defines it; the profile adapts it to the bank. */
export type PixRequest = {
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly family: keyof BankProfile['paths'];
  /** Path segments after the path of the family, unescaped. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

type Settings = { readonly clientId: string; readonly appKey?: string | undefined };

function apiRequest(
  base: string,
  profile: BankProfile,
  settings: Settings,
  { method, family, segments, query, body }: PixRequest,
  bearer: string,
): BankRequest {
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  const url = new URL(base + profile.paths[family] + path);
  const parameters = { ...filled(profile.query, settings), ...query };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers = {
    ...filled(profile.headers, settings),
    authorization: `Bearer ${bearer}`,
    accept: 'application/json',
  };
  if (body === undefined) return { method, url, headers };
  return {
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function filled(
  templates: Readonly<Record<string, string>>,
  { clientId, appKey = '' }: Settings,
): Record<string, string> {
  const fill = (text: string) => text.replace('{clientId}', clientId).replace('{appKey}', appKey);
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fill(template)]),
  );
}
