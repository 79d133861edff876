/**
 * Every way a call to the bank can fail, as far as a caller must tell them apart.
 * After `unavailable`, `timeout` or `bad-reply` the bank may still have done the work.
 */
export type PixErrorKind = 'not-found' | 'rejected' | 'unavailable' | 'timeout' | 'bad-reply';

/** What the bank said of its refusal, kept as `cause` for whoever reads the log. */
export type Problem = {
  readonly status: number;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  /** The reply as it came, cut short, when it is not problem+json. */
  readonly raw?: string;
};

export class PixError extends Error {
  override readonly name = 'PixError';
  readonly kind: PixErrorKind;

  constructor(kind: PixErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}
