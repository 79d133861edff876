/** What a webhook brings and the feed lists. */
export type WebhookEvent = {
  /** The same in every delivery of the event: handle each id once. */
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly timestamp: string;
  /** True: a test that you asked for, which reports nothing that happened. */
  readonly test?: true;
  readonly data: Readonly<Record<string, unknown>>;
};
