import type { LinkStatus } from '../domain/charge.ts';

export type HintKind = 'charge' | 'balance' | 'delivery';

/** Statuses of charges by their links. */
export type ReadStatuses = (
  paymentLinkIds: readonly string[],
) => Promise<readonly (readonly [paymentLinkId: string, status: LinkStatus])[]>;

/** An open stream of an account. */
export type LiveListener = {
  /** Of the key or session that opened it. */
  readonly credentialId: string;
  send(kind: HintKind): void;
  end(): void;
};

/** Someone who waits for the next event of a feed. */
export type FeedReader = Disposable & {
  /** Resolves when there may be an event, the credential was revoked, the time is over or the signal is aborted. */
  changed(maxMs: number, signal: AbortSignal): Promise<void>;
  isRevoked(): boolean;
};

export type LivePorts = {
  /** Null: too many wait. */
  readonly waitForEvents: (accountId: string, credentialId: string) => FeedReader | null;
  /** One stream of this IP address, until disposed. Throws when it has too many. */
  readonly openStream: (ip: string) => Disposable;
  /** One waiting query of an account, until disposed. Null: it has too many, and is answered at once. */
  readonly takeWaitSlot: (accountId: string) => Disposable | null;
  /** Hints for an account until disposed. Throws when there are too many streams. */
  readonly watchAccount: (accountId: string, listener: LiveListener) => Disposable;
  /** Each status of a charge that becomes known, until disposed. Throws when there are too many streams. */
  readonly watchLink: (paymentLinkId: string, onStatus: (status: LinkStatus) => void) => Disposable;
};
