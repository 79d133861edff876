import { isCircuitOpen, PixError, problemOf } from './pix-error.ts';

type Period = { readonly from: Date; readonly to: Date };

/** Both ends are inclusive. */
export type Window = Period & {
  readonly txid?: string;
  /** Only payments with a refund or a return. A bank that ignores it lists all of them. */
  readonly refunded?: true;
  /** Times that are not listed. */
  readonly except?: readonly Period[];
  /** Replaces `to` when the bank rejects the window: some banks reject one that ends in the future. */
  readonly orElseTo?: Date;
};

/** Banks accept whole seconds only. */
export const WINDOW_MIN_MS = 1_000;

/** The query of a window. Some banks reject milliseconds, so the window is extended to whole seconds. */
export function windowQuery({ from, to, txid, refunded }: Window): Record<string, string> {
  const second = (ms: number) => new Date(ms * 1000).toISOString().replace('.000Z', 'Z');
  return {
    inicio: second(Math.floor(from.getTime() / 1000)),
    fim: second(Math.ceil(to.getTime() / 1000)),
    ...(txid !== undefined && { txid }),
    ...(refunded && { devolucaoPresente: 'true' }),
  };
}

/**
 * The earlier half and the later one; null when it is too short. Both include the instant
 * between them: a payment may have been made inside that second.
 */
export function halve(window: Window): [Window, Window] | null {
  const [fromMs, toMs] = [window.from.getTime(), window.to.getTime()];
  const middle = new Date(Math.floor((fromMs + toMs) / 2_000) * 1_000);
  if (toMs - fromMs <= WINDOW_MIN_MS || middle <= window.from || middle >= window.to) return null;
  return [
    { ...window, to: middle },
    { ...window, from: middle },
  ];
}

/** The parts of a window that are to be listed, earliest first. */
export function listable(window: Window): Window[] {
  const { except = [], to } = window;
  if (except.length === 0) return [window];
  const parts: Window[] = [];
  let { from } = window;
  for (const gap of except.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    if (gap.to <= from || gap.from >= to) continue;
    if (gap.from > from) parts.push({ ...window, from, to: gap.from });
    from = gap.to;
  }
  return from < to ? [...parts, { ...window, from }] : parts;
}

const TOO_MANY_PAGES = Symbol('too many pages');

export function tooManyPages(): PixError {
  return new PixError(
    'bad-response',
    'The bank reports too many pages for one period',
    TOO_MANY_PAGES,
  );
}

export function isTooManyPages(error: unknown): boolean {
  return error instanceof PixError && error.cause === TOO_MANY_PAGES;
}

/** False when the bank is unavailable whatever is asked for; else another window may be readable. */
export function mayBeAboutWindow(error: unknown): error is PixError {
  if (!(error instanceof PixError) || isCircuitOpen(error)) return false;
  const status = problemOf(error)?.status ?? 500;
  return error.kind !== 'unavailable' || status >= 500;
}

/** Counts requests; the one beyond the limit fails instead of being sent. */
export function openBudget(max: number) {
  let spent = 0;
  return {
    isSpent: () => spent >= max,
    async spend<Result>(request: () => Promise<Result>): Promise<Result> {
      if (spent >= max) throw tooManyPages();
      spent += 1;
      return request();
    },
  };
}
