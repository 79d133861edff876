/** Books of 400 accounts with a hundred deposits each, and of 20,000 that never moved. */
export const FILL = `
  insert into account (holder_id, available_cents, suspense_cents, seq)
  select md5(h::text)::uuid, 100, case when h % 50 = 0 then 1 else 0 end, 100 from generate_series(1, 400) h;
  insert into account (holder_id) select md5(h || 'idle')::uuid from generate_series(1, 20000) h;
  insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, end_to_end_id)
  select md5(h || '/' || s)::uuid, 'DEPOSIT', md5(h::text)::uuid, s, sha256('x'),
         now() - interval '1 day' + (s * 400 + h) * interval '1 s', left(md5(h || '/' || s), 24), h || 'E' || s
    from generate_series(1, 100) s, generate_series(1, 400) h;
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select t.id, side.account, case when side.account = 'available' then t.holder_id end, side.amount,
         case when side.account = 'available' then t.seq end, t.created_at
    from ledger_transaction t,
         (values ('settlement', -5), ('fees', 4), ('available', 1)) as side (account, amount);
  insert into holder_hour
  select md5(h::text)::uuid, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1, 1, 4, 0, 0, 0, 0
    from generate_series(1, 400) h, generate_series(1, 100) n;
  insert into checkpoint select holder_id, seq, hash, created_at, 'k', 's' from ledger_transaction where seq % 5 = 0 and seq < 100;
  insert into suspended_payment (exception_id, kind, amount_cents, holder_id, end_to_end_id, suspended_at, resolution, resolved_at)
  select id, 'OVERPAID', 1, holder_id, end_to_end_id, created_at, 'REFUNDED', created_at from ledger_transaction;
  insert into outbox (topic, key, event_id, value, created_at, published_at)
  select 'entrada.ledger.v1', holder_id, id, 'v', created_at, created_at from ledger_transaction;
  insert into inbox (consumer_group, event_id, handled_at) select 'ledger', id, created_at from ledger_transaction;
  vacuum analyze`;
