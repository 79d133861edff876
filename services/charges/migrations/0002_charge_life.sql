-- Everything here has a default, so that the version before keeps running while this is applied.
alter table charge
  add column external_id    text check (length(external_id) between 1 and 128),
  add column description    text check (length(description) between 1 and 140),
  -- The plan behind the fee as it was then, with its version.
  add column fee_plan       jsonb,
  add column paid_late      boolean not null default false,
  add column refunded_cents bigint not null default 0 check (refunded_cents between 0 and value_cents),
  -- When the bank is to be asked before a pending charge may expire.
  add column check_at       timestamptz,
  add column changed_at     timestamptz,
  add column changed_by     text not null default 'create',
  add column created_trace  text,
  add column changed_trace  text;

update charge
   set check_at = expires_at + interval '60 seconds',
       changed_at = coalesce(confirmed_at, created_at);

create unique index charge_external_id on charge (account_id, external_id) where external_id is not null;
create index charge_by_account on charge (account_id, created_at, id);
create index charge_by_account_and_status on charge (account_id, status, created_at, id);
create index charge_due on charge (check_at) where status = 'PENDING';
create index charge_pending on charge (created_at) where status = 'PENDING';
create index charge_changed on charge (changed_at, id);

-- Every payment that the bank reported, once: the unique key behind exactly-once credit.
create table payment (
  end_to_end_id   text primary key,
  -- Null where no charge has the txid.
  charge_id       text references charge (id),
  txid            text,
  paid_cents      bigint not null check (paid_cents > 0),
  paid_at         timestamptz not null,
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

insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, exception,
                     exception_cents, found_at, found_by)
select end_to_end_id, id, txid, paid_cents, paid_at, true,
       case when paid_cents > value_cents then 'OVERPAID' end,
       nullif(paid_cents - value_cents, 0), confirmed_at, 'query'
  from charge
 where status = 'COMPLETED';

-- Every status a charge had after PENDING. Written by the trigger below, so no move escapes it.
create table charge_move (
  charge_id   text not null references charge (id),
  from_status text not null,
  to_status   text not null,
  at          timestamptz not null,
  source      text not null,
  trace_id    text,
  primary key (charge_id, to_status)
);

insert into charge_move (charge_id, from_status, to_status, at, source)
select id, 'PENDING', status, changed_at, 'query' from charge where status <> 'PENDING';

create function guard_charge() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PENDING' then
      raise exception 'a charge begins as PENDING, not as %', new.status using errcode = 'check_violation';
    end if;
    new.check_at := coalesce(new.check_at, new.expires_at + interval '60 seconds');
    new.changed_at := coalesce(new.changed_at, new.created_at);
    return new;
  end if;
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
    -- The version before does not say when or why.
    if new.changed_by = 'create' then
      new.changed_at := coalesce(new.confirmed_at, now());
      new.changed_by := 'query';
    end if;
    insert into charge_move (charge_id, from_status, to_status, at, source, trace_id)
    values (new.id, old.status, new.status, new.changed_at, new.changed_by, new.changed_trace);
    perform pg_notify('charge_moved', new.id);
  end if;
  return new;
end $$;

create trigger charge_is_guarded before insert or update on charge
  for each row execute function guard_charge();
