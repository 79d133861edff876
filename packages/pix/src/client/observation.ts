import { isCircuitOpen, PixError, type PixErrorKind } from './pix-error.ts';

/** Every call to the bank; `token` is called as part of the others. */
export const PIX_OPERATIONS = [
  'put-cob',
  'get-cob',
  'remove-cob',
  'get-pix',
  'list-pix',
  'list-returns',
  'refund',
  'get-refund',
  'put-webhook',
] as const;
export type PixOperation = (typeof PIX_OPERATIONS)[number];
type ObservedCall = PixOperation | 'token';

export type PixOutcome = 'ok' | PixErrorKind | 'circuit-open';

export type Observe = (operation: ObservedCall, outcome: PixOutcome, ms: number) => void;

/** Measures the duration and outcome of a call. */
export function observing(observe: Observe = () => {}) {
  return async <Result>(operation: ObservedCall, work: () => Promise<Result>): Promise<Result> => {
    const startedAtMs = performance.now();
    const done = (outcome: PixOutcome) =>
      observe(operation, outcome, performance.now() - startedAtMs);
    try {
      const result = await work();
      done('ok');
      return result;
    } catch (error) {
      done(outcomeOf(error));
      throw error;
    }
  };
}

function outcomeOf(error: unknown): PixOutcome {
  if (isCircuitOpen(error)) return 'circuit-open';
  return error instanceof PixError ? error.kind : 'bad-response';
}
