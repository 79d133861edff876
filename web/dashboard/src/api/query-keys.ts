/** Names in the query cache. What comes first in a name decides which live hints refresh it. */
export const queryKeys = {
  account: ['account'],
  audit: (search: object) => ['audit', search],
  balance: ['balance'],
  deliveries: (search: object) => ['deliveries', 'list', search],
  delivery: (id: string) => ['deliveries', 'one', id],
  deployment: ['deployment'],
  deposit: (paymentLinkId: string) => ['deposits', 'one', paymentLinkId],
  /** A list is refreshed by its page, which does not let rows jump. */
  deposits: (search: object) => ['deposits', 'list', search],
  eventKinds: ['event-kinds'],
  keys: ['keys'],
  overview: (search: object) => ['overview', search],
  /** Refreshed by every hint, unlike the list: it is short. */
  recentDeposits: ['deposits', 'recent'],
  refunds: (paymentLinkId: string) => ['deposits', 'one', paymentLinkId, 'refunds'],
  sessions: ['sessions'],
  statement: (search: object) => ['statement', search],
  suspense: (search: object) => ['suspense', search],
  terms: ['terms'],
  timeline: (paymentLinkId: string) => ['deposits', 'one', paymentLinkId, 'timeline'],
  webhook: (id: string) => ['webhooks', 'one', id],
  webhookMetrics: (id: string, search: object) => ['webhooks', 'one', id, 'metrics', search],
  webhooks: ['webhooks', 'list'],
} as const;

export type LiveKind = 'charge' | 'balance' | 'delivery';

/** What a hint makes out of date; the lists of deposits and deliveries listen for themselves. */
export const REFRESHED_BY: Readonly<Record<LiveKind, readonly (readonly string[])[]>> = {
  charge: [['deposits', 'one'], ['deposits', 'recent'], ['overview']],
  balance: [['balance'], ['statement'], ['suspense'], ['overview'], ['deposits', 'one']],
  delivery: [['deliveries', 'one'], ['webhooks'], ['deposits', 'one']],
};
