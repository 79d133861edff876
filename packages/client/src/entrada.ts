import type { CallOptions } from './call-options.ts';
import { type Client, type CsvClient, createClient, type Reply } from './client.ts';
import { deliveryCalls } from './deliveries.ts';
import { depositCalls, refundCalls } from './deposits.ts';
import { eventCalls } from './events.ts';
import type { Calls } from './gen/api.ts';
import { type Paged, paged } from './paged.ts';
import type { ReceiptKeys } from './receipt-keys.ts';
import { webhookCalls } from './webhooks.ts';

const STATEMENT = 'GET /api/statement';
const API_KEY = /^[\x21-\x7e]+$/;

export type EntradaSettings = {
  /** Keep it on your server: it allows whatever its scopes allow. */
  readonly apiKey: string;
  /** Where the API is, for example https://pay.example.com. */
  readonly baseUrl: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Of each attempt; default 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Retries of a request that may be sent again safely; default 2. */
  readonly maxRetries?: number | undefined;
};
export type Balance = Reply<'GET /api/balance'>['balance'];
export type StatementPage = Reply<typeof STATEMENT>;
export type StatementEntry = StatementPage['entries'][number];
export type StatementQuery = Omit<
  NonNullable<Calls[typeof STATEMENT]['query']>,
  'format' | 'tz' | 'sep'
>;
export type StatementCsvQuery = Omit<
  NonNullable<Calls[typeof STATEMENT]['query']>,
  'format' | 'limit' | 'cursor'
>;

/** What an account can do with an API key. Every failure is an EntradaError. */
export class Entrada {
  /** Any call by its name in the documentation, also those without a method here. */
  readonly request: Client['request'];
  readonly deposits: ReturnType<typeof depositCalls>;
  readonly refunds: ReturnType<typeof refundCalls>;
  readonly webhooks: ReturnType<typeof webhookCalls>;
  readonly deliveries: ReturnType<typeof deliveryCalls>;
  readonly events: ReturnType<typeof eventCalls>;
  readonly #csv: CsvClient['csv'];

  constructor({ apiKey, baseUrl, ...settings }: EntradaSettings) {
    if (typeof apiKey !== 'string' || !API_KEY.test(apiKey)) {
      throw new TypeError('apiKey must be an API key: printable ASCII characters without spaces');
    }
    const client = createClient({ ...settings, baseUrl: addressOf(baseUrl), key: apiKey });
    this.request = client.request;
    this.#csv = client.csv;
    this.deposits = depositCalls(client);
    this.refunds = refundCalls(client);
    this.webhooks = webhookCalls(client);
    this.deliveries = deliveryCalls(client);
    this.events = eventCalls(client);
  }

  /** Now, or at a time in the past. */
  async balance(query: { readonly at?: string } = {}, options: CallOptions = {}): Promise<Balance> {
    return (await this.request('GET /api/balance', { query, ...options })).balance;
  }

  /** The public keys that `verifyReceipt` needs: current and past ones. */
  async receiptKeys(options: CallOptions = {}): Promise<ReceiptKeys> {
    return this.request('GET /.well-known/entrada-receipt-keys.json', options);
  }

  /** Newest entry first; `page()` also has the opening and the closing balance. */
  statement(
    query: StatementQuery = {},
    options: CallOptions = {},
  ): Paged<StatementEntry, StatementPage> {
    return paged(
      query,
      (at) => this.request(STATEMENT, { query: { ...query, ...at }, ...options }),
      ({ entries }) => entries,
    );
  }

  /** The whole statement for a spreadsheet, as it arrives: times in the zone `tz`, columns separated by `sep`. */
  statementCsv(
    query: StatementCsvQuery = {},
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#csv(STATEMENT, { query: { ...query, format: 'csv' }, ...options });
  }
}

/** Paths are appended to it. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError('baseUrl must be the address of the API, such as https://pay.example.com');
  }
  return baseUrl.replace(/\/{1,9}$/, '');
}
