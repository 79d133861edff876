-- Row-level security between accounts: a transaction that is for one account sees nothing of another's. Work for no account
-- in particular, such as a sweep, names none or `*` and sees everything.
create function in_scope(owner uuid) returns boolean language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('app.account_id', true), ''), '*') in ('*', owner::text)
$$;

-- in_scope() compares texts for every row. An overview reads hundreds of totals: there the scope is read once a statement.
-- Null: work for no account in particular.
create function scope_id() returns uuid language sql stable parallel safe as $$
  select nullif(nullif(current_setting('app.account_id', true), ''), '*')::uuid
$$;

create sequence charge_number;
create table charge (
  id                   text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- In the order of creation, more or less: new charges are folded into charge_hour by it.
  number               bigint not null default nextval('charge_number'),
  account_id           uuid not null,
  payment_link_id      uuid not null unique,
  txid                 text not null unique check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  emv                  text not null,
  value_cents          bigint not null check (value_cents > 0),
  original_value_cents bigint not null check (original_value_cents > 0),
  fee_cents            bigint not null check (fee_cents between 0 and value_cents),
  -- The plan behind the fee as it was then, with its version.
  fee_plan             jsonb,
  external_id          text check (length(external_id) between 1 and 128),
  description          text check (length(description) between 1 and 140),
  -- Pairs of texts of the client, as text, so that they stay in the order in which they were sent.
  metadata             json not null default '{}',
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  -- The client at the public door: key or session, address, request id. Null: not known.
  requested_by         jsonb,
  created_trace        text,
  -- W3C trace context of the request that created the charge: the trace goes on when the charge is settled.
  created_traceparent  text,

  status               text not null check (status in ('PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED')),
  changed_at           timestamptz not null default now(),
  changed_by           text not null default 'create',
  changed_trace        text,
  canceled_by          jsonb,
  -- When the bank is asked before a pending charge may expire.
  check_at             timestamptz,
  end_to_end_id        text,
  paid_cents           bigint,
  paid_at              timestamptz,
  paid_late            boolean not null default false,
  confirmed_at         timestamptz,
  -- The document is masked before it comes here.
  payer_name           text,
  payer_document       text check (payer_document like '%*%'),
  refunded_cents       bigint not null default 0 check (refunded_cents between 0 and value_cents),
  -- The sum of its payments, for the payer's page: also of those that did not complete it.
  received_cents       bigint not null default 0 check (received_cents >= 0),

  -- Set when the charge was inserted again after a restore, with its external id if another charge has that now.
  recovered_at         timestamptz,
  lost_external_id     text,

  check ((status = 'COMPLETED') = (end_to_end_id is not null)),
  check (paid_cents >= value_cents)
);
create unique index charge_end_to_end_id on charge (end_to_end_id) where end_to_end_id is not null;
create index charge_by_number on charge (number);
create index charge_by_account on charge (account_id, created_at, id);
create index charge_by_account_and_status on charge (account_id, status, created_at, id);
-- One index for two questions, whatever the collation of the database: which charge has an external id, and which
-- charges have one with a prefix. The operators of prefixes are leakproof, which `like` is not: row-level security lets
-- only those use an index.
create unique index charge_external_id on charge (account_id, external_id text_pattern_ops)
  where external_id is not null;
-- For the checks that are due, and with its age for the gauges of what is pending.
create index charge_due on charge (check_at) include (created_at) where status = 'PENDING';
create index charge_changed on charge (changed_at, id);
create index charge_lost_external_id on charge (recovered_at) where lost_external_id is not null;
alter table charge enable row level security;
create policy charge_in_scope on charge using (in_scope(account_id));

-- Every status that a charge had after PENDING. Written by the trigger below, so that no move escapes it.
create sequence charge_move_id;
create table charge_move (
  -- Two moves of a charge may have the same time.
  id          bigint primary key default nextval('charge_move_id'),
  charge_id   text not null references charge (id),
  from_status text not null,
  to_status   text not null,
  at          timestamptz not null,
  source      text not null,
  trace_id    text,
  unique (charge_id, to_status)
);

create function refuse_beginning() returns trigger language plpgsql as $$
begin
  raise exception 'a charge begins as PENDING, not as %', new.status using errcode = 'check_violation';
end $$;

create trigger charge_begins_pending before insert on charge
  for each row when (new.status <> 'PENDING') execute function refuse_beginning();

create function guard_charge() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.payment_link_id, new.txid, new.emv, new.value_cents, new.original_value_cents,
      new.fee_cents, new.created_at, new.expires_at, new.external_id, new.fee_plan)
     is distinct from
     (old.id, old.account_id, old.payment_link_id, old.txid, old.emv, old.value_cents, old.original_value_cents,
      old.fee_cents, old.created_at, old.expires_at, old.external_id, old.fee_plan) then
    raise exception 'charge % is frozen in what it was made with', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status then
    if (old.status, new.status) not in (('PENDING', 'COMPLETED'), ('PENDING', 'EXPIRED'),
                                        ('PENDING', 'CANCELED'), ('EXPIRED', 'COMPLETED')) then
      raise exception 'charge % cannot move from % to %', old.id, old.status, new.status
        using errcode = 'check_violation';
    end if;
    insert into charge_move (charge_id, from_status, to_status, at, source, trace_id)
    values (new.id, old.status, new.status, new.changed_at, new.changed_by, new.changed_trace);
  end if;
  return new;
end $$;

create trigger charge_is_guarded before update on charge
  for each row execute function guard_charge();

-- Every payment that the bank reported, once: the unique key behind exactly-once credit.
create table payment (
  end_to_end_id   text primary key,
  -- Null where no charge has the txid.
  charge_id       text references charge (id),
  txid            text,
  paid_cents      bigint not null check (paid_cents > 0),
  paid_at         timestamptz not null,
  -- The document is masked before it comes here.
  payer_name      text,
  payer_document  text check (payer_document like '%*%'),
  completes       boolean not null,
  exception       text check (exception in ('OVERPAID', 'UNDERPAID', 'DUPLICATE_PAYMENT', 'PAID_AFTER_CANCEL', 'UNKNOWN_TXID')),
  exception_cents bigint check (exception_cents between 1 and paid_cents),
  found_at        timestamptz not null,
  found_by        text not null,
  -- Each cent completes a charge or is an exception.
  check (completes or exception is not null),
  check ((exception is null) = (exception_cents is null)),
  check (completes = (exception is null or exception = 'OVERPAID')),
  check ((charge_id is null) = (exception is not distinct from 'UNKNOWN_TXID'))
);
create unique index payment_completes_once on payment (charge_id) where completes;
create index payment_by_charge on payment (charge_id);

-- Money that goes back to its payer: one row for each return of the bank, of whatever origin.
create table payment_return (
  end_to_end_id   text not null,
  -- The id that it has at the bank. Its form tells the origin of what we asked for ourselves.
  bank_id         text not null,
  id              uuid not null unique,
  -- A client asked for a refund, an operator for the return of a payment in suspense, or the bank took it by itself.
  origin          text not null check (origin in ('CLIENT', 'OPERATOR', 'BANK')),
  -- Null where the payment belongs to no charge.
  charge_id       text references charge (id),
  account_id      uuid,
  value_cents     bigint not null check (value_cents > 0),
  -- What of it was taken from the charge's own value; the rest was paid beyond it.
  charge_cents    bigint not null default 0 check (charge_cents between 0 and value_cents),
  status          text not null check (status in ('PROCESSING', 'SETTLED', 'FAILED')),
  -- In the client's words, and in the bank's, such as MED_FRAUDE.
  reason          text not null default '',
  natureza        text not null default '',
  failure         text,
  failure_code    text,
  failed_at       timestamptz,
  -- The bank's time.
  settled_at      timestamptz,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  -- When it is to be taken further; claiming it moves this on and counts up. A refusal that answers an earlier attempt
  -- ends nothing.
  check_at        timestamptz not null,
  attempt         integer not null default 0,
  -- Since when the bank says that it does not know the payment.
  denied_since    timestamptz,
  found_by        text,
  trace_id        text,
  requested_by    jsonb,
  idempotency_key text,
  fingerprint     text,
  -- The day on whose limits it counts, so that one that fails is taken off again. Null: it was not counted.
  counted_on      timestamptz,
  -- The line for the audit log about a return that operators ended, until it is there. It is written with the end, so the
  -- log tells what was ended and not what somebody intended, and a crash loses no line.
  audit_line      jsonb,
  primary key (end_to_end_id, bank_id),
  check ((charge_id is null) = (account_id is null)),
  check ((status = 'SETTLED') = (settled_at is not null)),
  check (origin <> 'CLIENT' or charge_id is not null),
  check ((failure is null) = (failure_code is null))
);
create unique index payment_return_request on payment_return (account_id, idempotency_key)
  where idempotency_key is not null;
create index payment_return_by_charge on payment_return (charge_id);
create index payment_return_due on payment_return (check_at) where status = 'PROCESSING';
create index payment_return_unrecorded on payment_return (failed_at) where audit_line is not null;
-- With status and id, so that a page is a range of one index, or of one for each status.
create index payment_return_in_order on payment_return (account_id, status, created_at, id) where origin <> 'OPERATOR';
alter table payment_return enable row level security;
create policy payment_return_in_scope on payment_return using (in_scope(account_id));

-- A bank may make a return after all that it had reported as failed; one that is made stays so.
create function guard_payment_return() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status = 'SETTLED' or new.status = 'PROCESSING') then
    raise exception 'return % is % and does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger payment_return_is_guarded before update on payment_return
  for each row execute function guard_payment_return();

-- What happened in a stretch of time is published again from these tables. Rows come in the order of
-- their time, more or less, so a few bytes per block of them are enough.
create index payment_by_time on payment using brin (found_at);
create index charge_move_by_time on charge_move using brin (at);
create index payment_return_by_time on payment_return using brin (changed_at);
create index payment_return_by_failure on payment_return using brin (failed_at);

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
  -- The process at work on the request. It holds an advisory lock of this number for as long as it lives, so that a
  -- request of one that died can be taken over at once.
  owner           bigint,
  created_at      timestamptz not null default now(),
  primary key (account_id, key)
);
create index create_request_age on create_request (created_at);
alter table create_request enable row level security;
create policy create_request_in_scope on create_request using (in_scope(account_id));

-- Payments that the bank reported and that could not be confirmed yet: each is looked up again on a
-- schedule of its own, and kept until it is resolved. Times are of the same clock as charge.created_at.
create table unclear_payment (
  -- The endToEndId, or a digest of an entry that names none. Returns that cannot be read have an R behind the endToEndId
  -- of their payment, which may be stored long since.
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
  -- An operator decided that it is not looked up again.
  dismissed       boolean not null default false,
  check (end_to_end_id is null or id in (end_to_end_id, end_to_end_id || 'R')),
  check (end_to_end_id is not null or next_attempt_at is null)
);
create index unclear_payment_due on unclear_payment (next_attempt_at) where resolved_at is null;
create index unclear_payment_open on unclear_payment (first_seen_at) where resolved_at is null;
create index unclear_payment_by_txid on unclear_payment (txid) where resolved_at is null;
create index unclear_payment_resolved on unclear_payment (resolved_at) where resolved_at is not null;

-- The bank's list of payments, in windows that together leave no time out; both ends are included. When each is due is a
-- time of the database, its ends are the bank's.
create table bank_window (
  -- Made of both ends, as operators type it.
  id            text primary key,
  starts_at     timestamptz not null,
  -- Null: the newest window, which is still open.
  ends_at       timestamptz check (ends_at > starts_at),
  due_at        timestamptz not null default now(),
  -- Up to when it was read; null: never.
  read_to       timestamptz,
  -- How many payments the bank counted before it was last read whole: while it counts as many, nothing is new.
  listed        bigint,
  -- Why it cannot be read, since when, and how often that was tried.
  problem       text,
  problem_since timestamptz,
  tried_at      timestamptz,
  attempts      integer not null default 0,
  -- An operator decided that it is not read again.
  dismissed     boolean not null default false,
  check ((problem is null) = (problem_since is null))
);
create unique index bank_window_open on bank_window ((true)) where ends_at is null;
create index bank_window_due on bank_window (due_at) where not dismissed;
create index bank_window_unread on bank_window (starts_at) where problem is not null;
create index bank_window_unseen on bank_window (starts_at) where read_to is null;

insert into bank_window (id, starts_at) values ('open', now());

-- Work that one replica does for all of them.
create table job (
  name        text primary key,
  due_at      timestamptz not null default now(),
  lease_until timestamptz not null default now(),
  owner       uuid,
  progress    jsonb
);

insert into job (name) values ('sweep'), ('returns'), ('recheck'), ('prune');

-- That this database was restored to an earlier point. Until what happened since then is recovered, charges refuses
-- every change.
create table restore (
  restored_to  timestamptz not null,
  noted_at     timestamptz not null default now(),
  -- How far the recovery is, and at its end what it has compared and stored.
  progress     jsonb,
  -- What operators gave up: payments, refunds, returns and windows of the bank's list that cannot be recovered.
  given_up     text[] not null default '{}',
  recovered_at timestamptz,
  check (restored_to <= noted_at)
);
create unique index restore_open on restore ((true)) where recovered_at is null;

-- Fee plan and limits of single accounts, in versions that are only added. Null: the deployment's own, or no limit.
create table account_terms (
  account_id              uuid not null,
  version                 integer not null check (version > 0),
  valid_from              timestamptz not null,
  fee_basis_points        integer check (fee_basis_points between 0 and 10000),
  fee_fixed_cents         bigint check (fee_fixed_cents >= 0),
  fee_min_cents           bigint check (fee_min_cents >= 0),
  fee_max_cents           bigint check (fee_max_cents >= 0),
  fee_mode                text check (fee_mode in ('DEDUCT', 'ON_TOP')),
  value_min_cents         bigint check (value_min_cents > 0),
  value_max_cents         bigint check (value_max_cents > 0),
  -- How many deposits and refunds the account may make in a day, and of what amount.
  daily_deposits_max      bigint check (daily_deposits_max >= 0),
  daily_deposit_cents_max bigint check (daily_deposit_cents_max >= 0),
  daily_refunds_max       bigint check (daily_refunds_max >= 0),
  daily_refund_cents_max  bigint check (daily_refund_cents_max >= 0),
  -- The parts that a version changes; what it does not name stays as it is when the version takes effect, so
  -- that a scheduled version undoes no change that was made after it was set.
  changes                 text[] not null,
  set_by                  text not null,
  reason                  text not null,
  set_at                  timestamptz not null,
  -- In the order in which a new charge looks for the version that holds.
  primary key (account_id, valid_from, version),
  unique (account_id, version)
);
alter table account_terms enable row level security;
create policy account_terms_in_scope on account_terms using (in_scope(account_id));

-- What an account with daily limits has made on a stored day, which begins at midnight in Brasília. A row is changed in
-- the transaction that stores the charge or refund.
create table velocity_day (
  account_id uuid not null,
  kind       text not null check (kind in ('deposit', 'refund')),
  day        timestamptz not null,
  made       bigint not null,
  cents      bigint not null,
  primary key (account_id, kind, day)
);
create index velocity_day_age on velocity_day (day);
alter table velocity_day enable row level security;
create policy velocity_day_in_scope on velocity_day using (in_scope(account_id));

-- Approvals of operators' decisions that were carried out here; each is used once, in the transaction of its effect.
create table used_approval (
  id      uuid primary key,
  used_at timestamptz not null default now()
);

-- Notes that this database was restored to what it was then: charges refuses changes until it is recovered, and reads
-- the bank's list again. Who restores the database calls it, before charges starts.
create function note_restore(restored_to timestamptz) returns void language plpgsql as $$
begin
  if is_relay_running() then
    raise exception 'charges is running on this database, and would decide about charges whose payments it has lost'
      using hint = 'Stop every process of charges, then call this again.';
  end if;
  update bank_window set listed = null, due_at = now() where not dismissed;
  insert into restore as known (restored_to) values (note_restore.restored_to)
      on conflict ((true)) where recovered_at is null do update
     set restored_to = least(known.restored_to, excluded.restored_to), noted_at = now(), progress = null;
end $$;

-- How many charges each account made per UTC hour, and how many of those were paid by now, whenever that was. Charges and
-- their moves are folded into it some seconds later.
create table charge_hour (
  account_id    uuid not null,
  hour          timestamptz not null,
  created_count bigint not null default 0,
  created_cents bigint not null default 0,
  paid_count    bigint not null default 0,
  paid_cents    bigint not null default 0,
  primary key (account_id, hour)
) with (fillfactor = 50);
alter table charge_hour enable row level security;
create policy charge_hour_in_scope on charge_hour
  using ((select scope_id()) is null or account_id = (select scope_id()));

insert into totals_cursor (source) values ('charge'), ('charge_move');

-- The service removes what it keeps for a while only: no charge, payment or return, whatever its process is made to do.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant usage on all sequences in schema public to %I', app);
  execute format('grant select, insert, update on all tables in schema public to %I', app);
  execute format('revoke delete on all tables in schema public from %I', app);
  execute format('grant delete on create_request, unclear_payment, bank_window, velocity_day, outbox, inbox, parked_record to %I', app);
  execute format('revoke insert, update on service_migration, messaging_migration from %I', app);
end $$;
