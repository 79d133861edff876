import type { Client } from '@entrada/client/client';
import type { RunningSystem } from '../harness/run-system.ts';

/** What a busy account has after a week. */
export const DEPOSITS = 10_000;
export const ENDPOINTS = 10;
const PAGE_SIZE = 25;
const [READS_MIN, READS_MAX] = [5, 200];
/** Near 1 if a list reads its page only; the large account has 333 times the rows. */
const RATIO_MAX = 5;

export const LISTS = ['GET /api/deposit', 'GET /api/deliveries'] as const;

const ADD_CHARGES = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
                      status, created_at, expires_at, external_id)
  select left(md5($1 || n::text), 24), $1::uuid, gen_random_uuid(), md5($1 || n::text), 'e', n, n, 0,
         'PENDING', now() - n * interval '1 minute', now(), 'pedido-' || n
    from generate_series(1, $2::integer) n`;

/** A charge begins as pending; these are over, so nothing asks the bank about them. */
const END_CHARGES = `
  update charge set status = case when value_cents % 100 = 0 then 'CANCELED' else 'EXPIRED' end
   where account_id = $1`;

const ADD_ENDPOINTS = `
  insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
  select gen_random_uuid(), $1::uuid, 'Loja ' || n, 'https://loja.example/' || n, '{}', '',
         now() - n * interval '1 second'
    from generate_series(1, ${ENDPOINTS}) n`;

const ADD_EVENTS = `
  insert into webhook_event (id, account_id, event, body, occurred_at, position, created_at)
  select uuidv7(), $1::uuid, 'DEPOSIT_ASSET_SUCCESS', 'x', now(), n, now() - n * interval '1 minute'
    from generate_series(1, $2::integer) n`;

/** Of one endpoint, so that each statement is short. Every tenth has failed for good; none is due. */
const ADD_DELIVERIES = `
  insert into delivery (event_id, endpoint_id, event, status, attempts, due_at, created_at, finished_at)
  select webhook_event.id, endpoint.id, event,
         case when position % 10 = 0 then 'EXHAUSTED' else 'DELIVERED' end,
         1, now(), webhook_event.created_at, now()
    from webhook_event join endpoint using (account_id)
   where account_id = $1 and endpoint.name = 'Loja ' || $2::integer
   order by position desc`;

/** So many deposits, each with an event that went to every endpoint, written at once. */
export async function fillAccount(system: RunningSystem, accountId: string, deposits = DEPOSITS) {
  const { charges, webhooks } = system;
  await charges.db.query(ADD_CHARGES, [accountId, deposits]);
  await charges.db.query(END_CHARGES, [accountId]);
  await webhooks.db.query(ADD_ENDPOINTS, [accountId]);
  await webhooks.db.query(ADD_EVENTS, [accountId, deposits]);
  for (let n = 1; n <= ENDPOINTS; n += 1) {
    await webhooks.db.query(ADD_DELIVERIES, [accountId, n]);
  }
}

/**
 * By the shortest read of each account, in turns: what else the machine does makes any of them longer, so they
 * are read until the shortest ones show it.
 */
export async function expectNoSlower(
  list: (typeof LISTS)[number],
  large: Client,
  small: Client,
): Promise<void> {
  let [largeMs, smallMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    smallMs = Math.min(smallMs, await readMs(list, small));
    largeMs = Math.min(largeMs, await readMs(list, large));
    if (reads >= READS_MIN && largeMs / smallMs < RATIO_MAX) return;
  }
  throw new Error(`${list} takes ${largeMs} ms with many rows, ${smallMs} ms with few`);
}

async function readMs(list: (typeof LISTS)[number], api: Client): Promise<number> {
  const begun = performance.now();
  await api.request(list, { query: { limit: PAGE_SIZE } });
  return performance.now() - begun;
}
