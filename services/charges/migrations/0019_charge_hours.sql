-- How many charges each account made per UTC hour, and how many of those were paid by now, whenever that was.
create table charge_hour (
  account_id    uuid not null,
  hour          timestamptz not null,
  created_count bigint not null,
  created_cents bigint not null,
  paid_count    bigint not null,
  paid_cents    bigint not null,
  primary key (account_id, hour)
) with (fillfactor = 50);

-- What is not in charge_hour yet: written with each change of a charge, in its transaction, so that nothing is
-- counted that did not happen. Rows are only added, so that no charge of an account waits for another one's.
create table charge_hour_change (
  account_id    uuid not null,
  hour          timestamptz not null,
  created_count integer not null,
  created_cents bigint not null,
  paid_count    integer not null,
  paid_cents    bigint not null,
  written_by    xid8 not null default pg_current_xact_id()
);

create index charge_hour_change_by_account on charge_hour_change (account_id, written_by);
create index charge_hour_change_by_writer on charge_hour_change (written_by);

-- Transactions before this one have left nothing in charge_hour_change, and none will: it is read from here on,
-- beyond the dead rows of a table that is emptied all the time.
create table charge_hour_floor (
  only_row boolean primary key default true check (only_row),
  floor    xid8 not null
) with (fillfactor = 10);

insert into charge_hour_floor (floor) values ('0');

alter table charge_hour enable row level security;
create policy charge_hour_in_scope on charge_hour using (in_scope(account_id));
alter table charge_hour_change enable row level security;
create policy charge_hour_change_in_scope on charge_hour_change using (in_scope(account_id));

-- After the change: an insert that finds its charge already there is none.
create function count_charge() returns trigger language plpgsql as $$
declare
  charge charge := coalesce(new, old);
  made integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
  paid integer := (tg_op <> 'DELETE' and new.status = 'COMPLETED')::integer
                - (tg_op <> 'INSERT' and old.status = 'COMPLETED')::integer;
begin
  insert into charge_hour_change (account_id, hour, created_count, created_cents, paid_count, paid_cents)
  values (charge.account_id, date_trunc('hour', charge.created_at, 'UTC'),
          made, made * charge.value_cents, paid, paid * charge.value_cents);
  return null;
end $$;

create trigger charge_is_counted after insert or delete on charge
  for each row execute function count_charge();
create trigger charge_payment_is_counted after update of status on charge
  for each row when ((old.status = 'COMPLETED') <> (new.status = 'COMPLETED')) execute function count_charge();

-- The triggers keep other changes away until this is committed.
insert into charge_hour (account_id, hour, created_count, created_cents, paid_count, paid_cents)
select account_id, date_trunc('hour', created_at, 'UTC'), count(*), sum(value_cents),
       count(*) filter (where status = 'COMPLETED'),
       coalesce(sum(value_cents) filter (where status = 'COMPLETED'), 0)
  from charge
 group by 1, 2;
