/** What the account of an endpoint is notified of by mail. */
export type Notice = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'ENDPOINT_CREATED' | 'ENDPOINT_GONE' | 'ENDPOINT_FAILING';
  readonly name: string;
  readonly url: string;
};
