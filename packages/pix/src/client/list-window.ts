import { PixError } from './pix-error.ts';

/** Both ends are inclusive. */
export type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly txid?: string;
  /** Only payments with a refund or a return. A bank that ignores it lists all of them. */
  readonly refunded?: true;
};

/** Banks accept whole seconds only. */
const WINDOW_MIN_MS = 1_000;

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
 * The later half and the earlier one, so that the earlier one is popped first; null when it is too short.
 * Both include the instant between them: a payment may have been made inside that second.
 */
export function halve(window: Window): [Window, Window] | null {
  const [fromMs, toMs] = [window.from.getTime(), window.to.getTime()];
  const middle = new Date(Math.floor((fromMs + toMs) / 2_000) * 1_000);
  if (toMs - fromMs <= WINDOW_MIN_MS || middle <= window.from || middle >= window.to) return null;
  return [
    { ...window, from: middle },
    { ...window, to: middle },
  ];
}

const TOO_MANY_PAGES = Symbol('too many pages');

export function tooManyPages(): PixError {
  return new PixError(
    'bad-reply',
    'The bank reports too many pages for one period',
    TOO_MANY_PAGES,
  );
}

export function isTooManyPages(error: unknown): boolean {
  return error instanceof PixError && error.cause === TOO_MANY_PAGES;
}

/** True when the bank returned an unreadable list; a shorter window may be readable. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof PixError && error.kind === 'bad-reply';
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
