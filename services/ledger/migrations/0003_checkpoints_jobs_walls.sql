-- Our signature under the end of a chain as it was then. Thinned out with age: see checkpoint-store.ts.
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

-- Work that one replica does for all of them. Times are the database's.
create table job (
  name        text primary key,
  due_at      timestamptz not null default now(),
  lease_until timestamptz not null default now(),
  holder      uuid,
  -- How far it has come, in a form of its own.
  progress    jsonb
);

insert into job (name) values ('checkpoint'), ('audit'), ('reconcile'), ('prune');

-- Row-level security between holders: a transaction sees the rows of the holder it is for, or all
-- of them when it says so ('*'), and none when it says nothing.
create function in_scope(holder uuid) returns boolean language sql stable parallel safe as $$
  select current_setting('app.account_id', true) in ('*', holder::text)
$$;

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

alter table suspended_payment enable row level security;
alter table suspended_payment force row level security;
create policy suspended_payment_in_scope on suspended_payment using (in_scope(holder_id));

alter table checkpoint enable row level security;
alter table checkpoint force row level security;
create policy checkpoint_in_scope on checkpoint using (in_scope(holder_id));

-- What the service itself may do, where it has a role apart from the one that migrates.
-- It can add to the books and never change them.
create function grant_to_ledger_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry to %I', app);
  execute format('grant select, insert, update on account, suspended_payment to %I', app);
  execute format('grant select, insert, delete on checkpoint, inbox, parked_record to %I', app);
  execute format('grant select, insert, update, delete on outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'entrada_app') then
    perform grant_to_ledger_app('entrada_app');
  end if;
end $$;
