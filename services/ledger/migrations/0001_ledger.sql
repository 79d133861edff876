create table ledger_transaction (
  id         uuid primary key,
  kind       text not null check (kind in ('DEPOSIT')),
  charge_id  text not null unique,
  created_at timestamptz not null
);

-- Money is only ever moved: the amounts of a transaction sum to zero, and no entry is changed.
create table entry (
  id             bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction (id),
  account        text not null check (account in ('available', 'suspense', 'settlement', 'fees')),
  holder_id      uuid,
  amount_cents   bigint not null check (amount_cents <> 0),
  -- The holder's balance right after this entry; system accounts are summed when asked for.
  balance_cents  bigint,
  check ((account in ('available', 'suspense')) = (holder_id is not null)),
  check ((holder_id is null) = (balance_cents is null))
);

create index entry_of_transaction on entry (transaction_id);
create index entry_of_holder on entry (holder_id, account, id) where holder_id is not null;

create table balance (
  holder_id     uuid not null,
  account       text not null check (account in ('available', 'suspense')),
  balance_cents bigint not null,
  primary key (holder_id, account)
);

-- All entries of a transaction are written by one statement, so one check a statement is enough
-- and a batch pays for it once.
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select from written group by transaction_id having sum(amount_cents) <> 0
  ) then
    raise exception 'entries of a transaction must sum to zero';
  end if;
  return null;
end $$;

create trigger entries_balance after insert on entry
  referencing new table as written
  for each statement execute function refuse_unbalanced_entries();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();

create trigger transaction_is_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_change();
