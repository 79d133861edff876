-- The books: who has what, every movement of it, and the proof that no movement was changed since.

-- Row-level security: a transaction sees the rows of the account that it names, or of every account when it names '*'. A
-- transaction that names no account sees none.
create function in_scope(holder uuid) returns boolean language sql stable parallel safe as $$
  select current_setting('app.account_id', true) in ('*', holder::text)
$$;

-- The same for totals, whose reads are many rows: read once a statement, not compared as a text for every row.
create function scope_id() returns uuid language sql stable parallel safe as $$
  select nullif(nullif(current_setting('app.account_id', true), ''), '*')::uuid
$$;

-- One row for each holder of money: its balances, and the end of its chain of transactions. Each booking locks it, so that
-- bookings of a holder follow one another. The nil UUID is the platform itself, which holds what belongs to nobody yet.
create table account (
  holder_id       uuid primary key,
  available_cents bigint not null default 0 check (available_cents >= 0),
  suspense_cents  bigint not null default 0 check (suspense_cents >= 0),
  -- A debt is a positive amount here and a negative balance in `entry`.
  owed_cents      bigint not null default 0 check (owed_cents >= 0),
  -- Held for refunds under way.
  held_cents      bigint not null default 0 check (held_cents >= 0),
  -- Place and hash of the last transaction of the chain.
  seq             bigint not null default 0,
  head            bytea not null default decode(repeat('00', 32), 'hex'),
  -- Transactions of a holder never go back in time, whichever replica's clock is behind.
  moved_at        timestamptz not null default to_timestamp(0)
) with (fillfactor = 60);
create index account_in_suspense on account (holder_id) where suspense_cents > 0;
create index account_owing on account (holder_id) where owed_cents > 0;

-- A movement of money. Its id follows from what it is about, so nothing is booked twice.
create table ledger_transaction (
  id              uuid primary key,
  kind            text not null check (kind in (
    'DEPOSIT', 'SUSPENSE', 'SUSPENSE_CREDIT', 'SUSPENSE_REFUND', 'REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE',
    'BANK_RETURN', 'OWED_ADVANCE', 'OWED_REPAYMENT')),
  -- Its place on the chain of its holder. src/domain/link.ts says what the hash covers.
  holder_id       uuid not null,
  seq             bigint not null,
  hash            bytea not null,
  created_at      timestamptz not null,
  charge_id       text,
  payment_link_id uuid,
  end_to_end_id   text,
  -- The refund, the exception or the return that it is about.
  reference       text,
  -- Why the payment of a SUSPENSE completed no charge.
  exception_kind  text check (exception_kind in (
    'OVERPAID', 'UNDERPAID', 'DUPLICATE_PAYMENT', 'PAID_AFTER_CANCEL', 'UNKNOWN_TXID')),
  -- The event that was published about it, to be published again under the same id.
  event           bytea,
  trace_id        text,
  constraint ledger_transaction_chain unique (holder_id, seq)
);

-- One payment, one booking. A deposit is in the first key, its surplus in the second, and a payment that is booked whole
-- without completing a charge in both. src/domain/payment-bookings.ts has the same as a table.
create unique index ledger_transaction_payment on ledger_transaction (end_to_end_id)
  where kind = 'DEPOSIT' or (kind = 'SUSPENSE' and exception_kind <> 'OVERPAID');
create unique index ledger_transaction_exception on ledger_transaction (end_to_end_id)
  where kind = 'SUSPENSE';
create index ledger_transaction_returns on ledger_transaction (end_to_end_id)
  where kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE', 'SUSPENSE_REFUND', 'BANK_RETURN');
create index ledger_transaction_of_charge on ledger_transaction (charge_id) where charge_id is not null;
-- For the recovery of charges; a deposit is not in it.
create index ledger_transaction_refunds on ledger_transaction (created_at, id)
  where kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE');
-- For jobs that look at new rows; it costs next to nothing to maintain.
create index ledger_transaction_by_time on ledger_transaction using brin (created_at) with (autosummarize = on);

-- One side of a transaction. The sides of a transaction sum to zero, and no entry is changed. The id is one that
-- src/store/holder-hour-store.ts can fold into totals.
create sequence entry_id_seq;
create table entry (
  id             bigint primary key default nextval('entry_id_seq'),
  transaction_id uuid not null references ledger_transaction (id),
  account        text not null check (account in ('available', 'suspense', 'owed', 'settlement', 'fees', 'refunds')),
  -- Null on the platform's side.
  holder_id      uuid,
  amount_cents   bigint not null check (amount_cents <> 0),
  -- The holder's balance right after this entry; the platform's accounts are summed when asked for.
  balance_cents  bigint,
  at             timestamptz not null,
  constraint entry_holder_check
    check ((account in ('available', 'suspense', 'owed', 'refunds')) = (holder_id is not null)),
  check ((holder_id is null) = (balance_cents is null))
);
create index entry_of_transaction on entry (transaction_id);
create index entry_of_holder on entry (holder_id, account, at, id) where holder_id is not null;
-- For statements over all holders. A deposit has no entry in it, so its booking costs nothing more.
create index entry_of_books on entry (account, at, id) include (amount_cents)
  where account in ('suspense', 'owed', 'refunds');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
create trigger transaction_is_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_change();

-- A transaction must balance when it is committed, however many statements wrote it. Looking at each
-- transaction at commit would cost a look per credit, so the rows of each statement are summed, and only
-- transactions that it left unbalanced are looked at again, by a deferred constraint.
create table unbalanced_transaction (transaction_id uuid not null);

create function note_unbalanced_entries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into unbalanced_transaction
  select transaction_id from written group by transaction_id having sum(amount_cents) <> 0;
  return null;
end $$;
create trigger entries_balance after insert on entry
  referencing new table as written
  for each statement execute function note_unbalanced_entries();

-- Their writer may see one holder's side only; the sum is over all sides.
create function refuse_unbalanced_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope text := coalesce(current_setting('app.account_id', true), '');
begin
  perform set_config('app.account_id', '*', true);
  if (select sum(amount_cents) from entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'entries of transaction % must sum to zero', new.transaction_id
      using errcode = 'check_violation';
  end if;
  perform set_config('app.account_id', scope, true);
  delete from unbalanced_transaction where transaction_id = new.transaction_id;
  return null;
end $$;
create constraint trigger transaction_balances after insert on unbalanced_transaction
  deferrable initially deferred
  for each row execute function refuse_unbalanced_transaction();

-- Our signature under the end of a chain at some time. Old ones are thinned out: see src/store/checkpoint-store.ts.
create table checkpoint (
  holder_id uuid not null,
  seq       bigint not null,
  hash      bytea not null,
  signed_at timestamptz not null,
  key_id    text not null,
  signature bytea not null,
  primary key (holder_id, seq)
);
create index checkpoint_by_time on checkpoint using brin (signed_at);

-- A payment that completed no charge, and what an operator decided about it.
create table suspended_payment (
  exception_id    text primary key,
  kind            text not null,
  amount_cents    bigint not null check (amount_cents > 0),
  holder_id       uuid not null,
  charge_id       text,
  payment_link_id uuid,
  end_to_end_id   text not null,
  suspended_at    timestamptz not null,
  -- Who paid, as far as the bank reports it. The document is masked before it comes here.
  payer_name      text,
  payer_document  text check (payer_document like '%*%'),
  -- What the bank returned of it without a decision.
  returned_cents  bigint not null default 0 check (returned_cents >= 0 and returned_cents <= amount_cents),
  -- REFUNDING: decided, and the bank has not returned it yet. RETURNED: the bank returned all of it by itself.
  resolution      text check (resolution in ('CREDITED', 'REFUNDING', 'REFUNDED', 'RETURNED')),
  resolved_at     timestamptz,
  resolved_by     text,
  reason          text,
  credited_to     uuid,
  -- The return that was decided, until it ends; each decision has another. The bank is asked for the same amount each time.
  return_id       uuid,
  asked_cents     bigint check (asked_cents > 0 and asked_cents <= amount_cents),
  -- When charges is asked about the return; claiming it moves this on.
  ask_at          timestamptz not null default now(),
  -- Why the last return failed.
  failure         text,
  -- The line of the decision for the audit log, until it is there. It is written with the decision, so the log tells what
  -- was decided and not what somebody intended, and a crash loses no line.
  audit_line      jsonb,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution = 'CREDITED') = (credited_to is not null) or resolution is null)
);
create index suspended_payment_open on suspended_payment (suspended_at, exception_id)
  where resolution is null or resolution = 'REFUNDING';
create index suspended_payment_in_order on suspended_payment (suspended_at, exception_id);
create index suspended_payment_refunding on suspended_payment (ask_at) where resolution = 'REFUNDING';
create index suspended_payment_unrecorded on suspended_payment (exception_id) where audit_line is not null;
create index suspended_payment_of_payment on suspended_payment (end_to_end_id);
create index suspended_payment_of_holder on suspended_payment (holder_id, suspended_at, exception_id);
create index suspended_payment_of_credited on suspended_payment (credited_to, suspended_at, exception_id)
  where credited_to is not null;

-- What each account received and gave back within a UTC hour, for overviews that do not read the books: the entries up to
-- the cursor, folded behind the path by src/store/holder-hour-store.ts, which says what counts.
create table holder_hour (
  holder_id               uuid not null,
  hour                    timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  credited_count          bigint not null,
  credited_cents          bigint not null,
  fee_cents               bigint not null,
  refunded_count          bigint not null,
  -- Below zero where a return of an earlier hour was taken from its own payment in this one.
  refunded_cents          bigint not null,
  suspense_credited_count bigint not null,
  suspense_credited_cents bigint not null,
  primary key (holder_id, hour)
) with (fillfactor = 80);
-- For the auditor, which compares hour by hour.
create index holder_hour_by_time on holder_hour using brin (hour) with (autosummarize = on);

insert into totals_cursor (source) values ('entry');

-- That these books were restored to an earlier point and booked again what had been published before:
-- holders got those events before the credits that are on the books now.
create table restore (
  restored_to timestamptz not null,
  noted_at    timestamptz not null default now(),
  check (restored_to <= noted_at)
);

-- Approvals of operators' decisions that were carried out here; each is used once, in the transaction of its effect.
create table used_approval (
  id      uuid primary key,
  used_at timestamptz not null default now()
);

-- Accounts see ids of rows encoded with this key: numbers that all accounts share would show how many rows
-- there are. It is stored with the rows, so that ids stay the same after a restore and when secrets are replaced.
create table public_id_key (
  is_only boolean primary key default true check (is_only),
  key     bytea not null check (octet_length(key) = 32)
);
insert into public_id_key (key)
select sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

-- Work that one replica does for all of them. Times are the database's.
create table job (
  name        text primary key,
  due_at      timestamptz not null default now(),
  lease_until timestamptz not null default now(),
  -- The process that holds the lease.
  owner       uuid,
  -- How far it has come, in a form of its own.
  progress    jsonb
);
insert into job (name) values ('checkpoint'), ('audit'), ('reconcile'), ('prune');

alter table account enable row level security;
alter table account force row level security;
create policy account_in_scope on account using (in_scope(holder_id));

alter table ledger_transaction enable row level security;
alter table ledger_transaction force row level security;
create policy ledger_transaction_in_scope on ledger_transaction using (in_scope(holder_id));

alter table entry enable row level security;
alter table entry force row level security;
-- The platform's own side has no holder: only those who see everything see it.
create policy entry_in_scope on entry using (in_scope(coalesce(holder_id, '00000000-0000-0000-0000-000000000000')));

alter table checkpoint enable row level security;
alter table checkpoint force row level security;
create policy checkpoint_in_scope on checkpoint using (in_scope(holder_id));

alter table suspended_payment enable row level security;
alter table suspended_payment force row level security;
-- A payment of no account is listed to the account that an operator credited it to.
create policy suspended_payment_in_scope on suspended_payment
  using (in_scope(holder_id) or in_scope(credited_to))
  with check (in_scope(holder_id));

alter table holder_hour enable row level security;
alter table holder_hour force row level security;
create policy holder_hour_in_scope on holder_hour
  using (holder_id = (select scope_id()) or (select current_setting('app.account_id', true)) = '*');

-- What the role of the service may do, after every migration: see packages/platform/src/db/roles.ts. It adds to the books
-- and never changes them.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant usage on sequence entry_id_seq to %I', app);
  execute format('grant select, insert on ledger_transaction, entry, restore, used_approval to %I', app);
  execute format('grant select, insert, update on account, suspended_payment, holder_hour to %I', app);
  execute format('grant select, insert, delete on checkpoint to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on public_id_key, service_migration, messaging_migration to %I', app);
end $$;
