-- Payments that the bank reported and that could not be confirmed yet: each is asked about again on a
-- schedule of its own, and kept until it is resolved. Times are of the same clock as charge.created_at.
create table unclear_payment (
  -- The endToEndId, or a digest of an entry that names none.
  id              text primary key,
  end_to_end_id   text,
  txid            text,
  -- What the bank's list said; null where that could not be read.
  paid_cents      bigint,
  paid_at         timestamptz,
  problem         text not null,
  first_seen_at   timestamptz not null,
  last_seen_at    timestamptz not null,
  -- How often it could not be confirmed; 0 while a payment without a charge waits for its first look-up.
  attempts        integer not null,
  -- Null where there is nothing to look up.
  next_attempt_at timestamptz,
  resolved_at     timestamptz,
  check (end_to_end_id = id or end_to_end_id is null),
  check (end_to_end_id is not null or next_attempt_at is null)
);

create index unclear_payment_due on unclear_payment (next_attempt_at) where resolved_at is null;
create index unclear_payment_open on unclear_payment (first_seen_at) where resolved_at is null;
create index unclear_payment_by_txid on unclear_payment (txid) where resolved_at is null;
create index unclear_payment_resolved on unclear_payment (resolved_at) where resolved_at is not null;

-- An id with the form of an endToEndId can be looked up. The version before still writes to
-- parked_report; a later migration drops it.
insert into unclear_payment (id, end_to_end_id, problem, first_seen_at, last_seen_at, attempts, next_attempt_at)
select id, case when is_payment then id end, problem, parked_at, parked_at, 1, case when is_payment then now() end
  from (select *, id ~ '^[a-zA-Z0-9]{1,63}$' as is_payment from parked_report) as report
 where not exists (select from payment where end_to_end_id = report.id);

insert into job (name) values ('recheck');
