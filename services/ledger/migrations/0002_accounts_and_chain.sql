-- One row a holder: what it has, and where its chain of transactions ends. Locked by each booking,
-- so balances and chain move one after the other. The nil UUID is the platform itself.
create table account (
  holder_id       uuid primary key,
  available_cents bigint not null default 0 check (available_cents >= 0),
  suspense_cents  bigint not null default 0 check (suspense_cents >= 0),
  -- Place and hash of the last transaction of this holder's chain.
  seq             bigint not null default 0,
  head            bytea not null default decode(repeat('00', 32), 'hex'),
  -- Transactions of a holder never go back in time, whichever replica's clock is behind.
  moved_at        timestamptz not null default to_timestamp(0)
) with (fillfactor = 60);

create index account_in_suspense on account (holder_id) where suspense_cents > 0;

alter table ledger_transaction
  alter column charge_id drop not null,
  drop constraint ledger_transaction_charge_id_key,
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check check (kind in (
    'DEPOSIT', 'SUSPENSE', 'SUSPENSE_CREDIT', 'SUSPENSE_REFUND',
    'REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE')),
  -- Whose chain it is part of.
  add column holder_id       uuid,
  add column seq             bigint,
  add column hash            bytea,
  add column payment_link_id uuid,
  add column end_to_end_id   text,
  -- The refund or the exception that it is about.
  add column reference       text,
  add column trace_id        text;

alter table entry
  drop constraint entry_account_check,
  add constraint entry_account_check
    check (account in ('available', 'suspense', 'settlement', 'fees', 'refunds')),
  add column at timestamptz;

alter table entry disable trigger entry_is_append_only;
alter table ledger_transaction disable trigger transaction_is_append_only;

update ledger_transaction as t
   set holder_id = coalesce(
         (select e.holder_id from entry e where e.transaction_id = t.id and e.holder_id is not null limit 1),
         '00000000-0000-0000-0000-000000000000'),
       created_at = date_trunc('milliseconds', created_at);
update entry set at = t.created_at from ledger_transaction t where t.id = transaction_id;

insert into account (holder_id, available_cents, suspense_cents)
select t.holder_id,
       coalesce(sum(b.balance_cents) filter (where b.account = 'available'), 0),
       coalesce(sum(b.balance_cents) filter (where b.account = 'suspense'), 0)
  from (select distinct holder_id from ledger_transaction) as t
  left join balance b using (holder_id)
 group by t.holder_id;

-- Links what is there already, in the form that src/domain/link.ts describes.
do $$
declare
  t record;
  lines text;
  link bytea;
begin
  for t in
    select ledger_transaction.*, account.head, min(entry.id) as first_entry
      from ledger_transaction
      join entry on entry.transaction_id = ledger_transaction.id
      join account on account.holder_id = ledger_transaction.holder_id
     group by ledger_transaction.id, account.head
     order by first_entry
  loop
    select string_agg(
             concat_ws(' ', account, coalesce(holder_id::text, '-'), amount_cents, coalesce(balance_cents::text, '-')),
             e'\n' order by id)
      into lines from entry where transaction_id = t.id;
    update account
       set seq = seq + 1, moved_at = greatest(moved_at, t.created_at),
           head = sha256(head || sha256(convert_to(concat_ws(e'\n', 'entrada-ledger-1', t.id, t.kind,
             t.holder_id, seq + 1,
             to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             t.charge_id, '-', '-', '-', lines), 'UTF8')))
     where holder_id = t.holder_id
    returning head into link;
    update ledger_transaction
       set seq = (select seq from account where holder_id = t.holder_id), hash = link
     where id = t.id;
  end loop;
end $$;

alter table entry enable trigger entry_is_append_only;
alter table ledger_transaction enable trigger transaction_is_append_only;
drop table balance;

alter table entry alter column at set not null;
alter table ledger_transaction
  alter column holder_id set not null,
  alter column seq set not null,
  alter column hash set not null,
  add constraint ledger_transaction_chain unique (holder_id, seq);

-- A payment of the bank is booked once as a deposit and once as an exception, never more.
create unique index ledger_transaction_payment on ledger_transaction (end_to_end_id, kind)
  where kind in ('DEPOSIT', 'SUSPENSE');
create index ledger_transaction_of_charge on ledger_transaction (charge_id) where charge_id is not null;
-- For the jobs that look at what is new: next to nothing to maintain.
create index ledger_transaction_by_time on ledger_transaction using brin (created_at) with (autosummarize = on);

drop index entry_of_holder;
create index entry_of_holder on entry (holder_id, account, at, id) where holder_id is not null;

-- Payments that completed no charge, until an operator decides.
create table suspended_payment (
  exception_id    text primary key,
  kind            text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  holder_id       uuid not null,
  charge_id       text,
  payment_link_id uuid,
  end_to_end_id   text not null,
  suspended_at    timestamptz not null,
  resolution      text check (resolution in ('CREDITED', 'REFUNDED')),
  resolved_at     timestamptz,
  resolved_by     text,
  reason          text,
  credited_to     uuid,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution = 'CREDITED') = (credited_to is not null) or resolution is null)
);

create index suspended_payment_undecided on suspended_payment (suspended_at, exception_id)
  where resolution is null;
create index suspended_payment_in_order on suspended_payment (suspended_at, exception_id);
