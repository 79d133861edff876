-- The database itself adds hours to their days, so that days are exact whichever version adds up the hours: also one
-- that knows no days, and one that counts them by itself, whose own rows are left out.
create function count_charge_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into charge_day as own
    select account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'),
           sum(created_count), sum(created_cents), sum(paid_count), sum(paid_cents)
      from added
     group by 1, 2
     order by 1, 2
        on conflict (account_id, day) do update
       set created_count = own.created_count + excluded.created_count,
           created_cents = own.created_cents + excluded.created_cents,
           paid_count = own.paid_count + excluded.paid_count,
           paid_cents = own.paid_cents + excluded.paid_cents;
  else
    insert into charge_day as own
    select account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'),
           sum(sign * created_count), sum(sign * created_cents), sum(sign * paid_count), sum(sign * paid_cents)
      from (select 1 as sign, * from added union all select -1, * from removed) as changed
     group by 1, 2
     order by 1, 2
        on conflict (account_id, day) do update
       set created_count = own.created_count + excluded.created_count,
           created_cents = own.created_cents + excluded.created_cents,
           paid_count = own.paid_count + excluded.paid_count,
           paid_cents = own.paid_cents + excluded.paid_cents;
  end if;
  return null;
end $$;

-- Nobody adds to hours until this is committed.
lock table charge_hour_floor in exclusive mode;

create trigger new_hours_are_counted after insert on charge_hour
  referencing new table as added
  for each statement execute function count_charge_days();
create trigger changed_hours_are_counted after update on charge_hour
  referencing old table as removed new table as added
  for each statement execute function count_charge_days();

-- Also the owner of a table adds rows to it by hand only in a session that has set app.fills.
create function leave_out_unless_filling() returns trigger language plpgsql as $$
begin
  if current_setting('app.fills', true) = 'on' then
    return new;
  end if;
  return null;
end $$;

create trigger days_are_counted_once before insert on charge_day
  for each row when (pg_trigger_depth() = 0) execute function leave_out_unless_filling();

-- What was added up before is counted by `fill_step`, which `migrate` calls until it returns false.
create table charge_day_fill (
  account_id  uuid not null,
  hour        timestamptz not null,
  is_complete boolean not null default false
);
insert into charge_day_fill values ('00000000-0000-0000-0000-000000000000', '-infinity');

create function fill_step() returns boolean language plpgsql set enable_seqscan = off as $$
declare
  done charge_day_fill;
  reached charge_day_fill;
begin
  perform set_config('app.fills', 'on', true);
  -- Nobody adds to hours during a step.
  perform from charge_hour_floor for update;
  select * into strict done from charge_day_fill for update;
  select account_id, hour into reached
    from (select account_id, hour from charge_hour
           where (account_id, hour) > (done.account_id, done.hour)
           order by account_id, hour limit 5000) as next
   order by account_id desc, hour desc
   limit 1;
  if reached is null then
    -- An hour after this position is new, and the triggers above count it.
    update charge_day_fill set is_complete = true;
    return false;
  end if;
  insert into charge_day as own
  select each.account_id, day, sum(created_count), sum(created_cents), sum(paid_count), sum(paid_cents)
    from (select distinct account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z') as day
            from charge_hour
           where (account_id, hour) > (done.account_id, done.hour)
             and (account_id, hour) <= (reached.account_id, reached.hour)) as each
    join charge_hour on charge_hour.account_id = each.account_id and hour >= day and hour < day + interval '24 hours'
   group by 1, 2
      on conflict (account_id, day) do update
     set created_count = excluded.created_count, created_cents = excluded.created_cents,
         paid_count = excluded.paid_count, paid_cents = excluded.paid_cents;
  update charge_day_fill set account_id = reached.account_id, hour = reached.hour;
  return true;
end $$;
