import { isCircuitOpen, PixError, type PixErrorKind } from './pix-error.ts';

export type PixOperation =
  | 'token'
  | 'put-cob'
  | 'get-cob'
  | 'remove-cob'
  | 'get-pix'
  | 'list-pix'
  | 'refund'
  | 'get-refund'
  | 'put-webhook'
  | 'get-webhook'
  | 'delete-webhook';

export type PixOutcome = 'ok' | PixErrorKind | 'circuit-open';

export type Observe = (operation: PixOperation, outcome: PixOutcome, ms: number) => void;

/** Times work and names how it ended. */
export function observing(observe: Observe = () => {}) {
  return async <Result>(operation: PixOperation, work: () => Promise<Result>): Promise<Result> => {
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
  return error instanceof PixError ? error.kind : 'bad-reply';
}
