-- Requests that can be repeated. The ids are chosen in advance, so that the process that goes on after a
-- crash makes the same charge. Pruned after 72 hours.
create table create_request (
  account_id      uuid not null,
  key             text not null,
  fingerprint     text not null,
  charge_id       text not null,
  payment_link_id uuid not null,
  txid            text not null,
  done            boolean not null default false,
  lease_until     timestamptz not null,
  created_at      timestamptz not null default now(),
  primary key (account_id, key)
);

create index create_request_age on create_request (created_at);

-- Money on its way back. At most one row for a client's key.
create table refund (
  id              uuid primary key,
  charge_id       text not null references charge (id),
  account_id      uuid not null,
  end_to_end_id   text not null,
  value_cents     bigint not null check (value_cents > 0),
  reason          text not null default '',
  status          text not null check (status in ('PROCESSING', 'SETTLED', 'FAILED')),
  held            boolean not null default false,
  failure         text,
  idempotency_key text,
  fingerprint     text,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  -- When the refund is to be taken further; claiming it moves this on.
  check_at        timestamptz not null,
  trace_id        text,
  check (status <> 'SETTLED' or held)
);

create unique index refund_request on refund (account_id, idempotency_key) where idempotency_key is not null;
create index refund_by_charge on refund (charge_id);
create index refund_due on refund (check_at) where status = 'PROCESSING';

create function guard_refund() returns trigger language plpgsql as $$
begin
  if old.status <> 'PROCESSING' and new.status <> old.status then
    raise exception 'refund % has already ended as %', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger refund_is_guarded before update on refund
  for each row execute function guard_refund();

-- Malformed reports of the bank; kept for an operator, pruned after 90 days.
create table parked_report (
  id        text primary key,
  problem   text not null,
  parked_at timestamptz not null default now()
);

create index parked_report_age on parked_report (parked_at);

-- Work that one replica does for all of them. Times are the database's; the watermark is the bank's.
create table job (
  name        text primary key,
  due_at      timestamptz not null default now(),
  lease_until timestamptz not null default now(),
  holder      uuid,
  watermark   timestamptz
);

-- The first sweep begins where the oldest charge that may have been paid unseen was made.
insert into job (name, watermark)
select 'sweep', coalesce(min(created_at), now()) from charge where status in ('PENDING', 'EXPIRED');
insert into job (name) values ('prune');

create index outbox_published on outbox (published_at) where published_at is not null;
