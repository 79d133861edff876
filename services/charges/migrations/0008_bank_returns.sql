-- Money that the bank took back by itself, once for each return of each payment.
create table payment_return (
  -- Derived from the payment and the bank's own id of the return.
  id            uuid primary key,
  end_to_end_id text not null references payment (end_to_end_id),
  bank_id       text not null,
  -- Null where the payment belongs to no charge.
  charge_id     text references charge (id),
  account_id    uuid,
  value_cents   bigint not null check (value_cents > 0),
  -- What of it was taken from the charge's own value; the rest was paid beyond it.
  charge_cents  bigint not null check (charge_cents between 0 and value_cents),
  -- As the bank says it, such as MED_FRAUDE.
  nature        text not null,
  status        text not null check (status in ('PROCESSING', 'SETTLED', 'FAILED')),
  -- It is a refund of ours that had been recorded as failed.
  after_failure boolean not null default false,
  requested_at  timestamptz not null,
  settled_at    timestamptz,
  found_at      timestamptz not null,
  found_by      text not null,
  changed_at    timestamptz not null,
  -- When the bank is to be asked how one that is under way has ended; claiming it moves this on.
  check_at      timestamptz not null,
  unique (end_to_end_id, bank_id),
  check ((charge_id is null) = (account_id is null)),
  check ((status = 'SETTLED') = (settled_at is not null))
);

create index payment_return_by_charge on payment_return (charge_id);
create index payment_return_due on payment_return (check_at) where status = 'PROCESSING';

alter table payment_return enable row level security;
create policy payment_return_in_scope on payment_return using (in_scope(account_id));

create function guard_payment_return() returns trigger language plpgsql as $$
begin
  if old.status <> 'PROCESSING' and new.status <> old.status then
    raise exception 'return % is % and stays so', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger payment_return_is_guarded before update on payment_return
  for each row execute function guard_payment_return();

-- Returns of payments in suspense that the ledger asked for: they are not the bank's own.
create table requested_return (
  end_to_end_id text not null,
  bank_id       text not null,
  requested_at  timestamptz not null default now(),
  primary key (end_to_end_id, bank_id)
);

create index refund_by_payment on refund (end_to_end_id);

insert into job (name) values ('returns');
