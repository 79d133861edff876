-- A session that has set app.counts_hours counts attempts and days by itself (src/store/rollups.ts), a batch at a time. For
-- any other the database counts, and leaves out what it may have counted: so both are exact whichever versions run
-- beside each other.
create function count_attempt() returns trigger language plpgsql as $$
begin
  insert into endpoint_hour as own (endpoint_id, hour, result, latency, attempts)
  select endpoint_id, date_bin('1 hour', new.at, 'epoch'),
         case when new.outcome not in ('delivered', 'gone', 'redirected', 'rejected') then new.outcome
              when new.status_code = any ('{200,201,202,204,301,302,303,307,308,400,401,403,404,405,406,408,409,410,411,413,415,422,429,500,501,502,503,504}')
              then new.status_code::text
              else coalesce(new.status_code / 100 || 'xx', new.outcome) end,
         least(63, floor(4 / ln(2::float8) * ln(greatest(coalesce(new.total_ms, new.duration_ms), 1)::float8))),
         1
    from delivery
   where id = new.delivery_id
      on conflict (endpoint_id, hour, result, latency) do update set attempts = own.attempts + 1;
  return null;
end $$;

create trigger attempt_is_counted after insert on delivery_attempt
  for each row when (current_setting('app.counts_hours', true) is distinct from 'on')
  execute function count_attempt();

create function count_notified_day() returns trigger language plpgsql as $$
begin
  insert into notified_day as own
  values (new.account_id, date_bin('1 day', new.hour, '2000-01-01T03:00:00Z'), new.events - coalesce(old.events, 0))
      on conflict (account_id, day) do update set events = own.events + excluded.events;
  return null;
end $$;

create trigger hour_is_counted after insert or update on notified_hour
  for each row when (current_setting('app.counts_hours', true) is distinct from 'on')
  execute function count_notified_day();

-- Also the owner of a table adds rows to it by hand only in a session that has set app.fills.
create function leave_out_unless_filling() returns trigger language plpgsql as $$
begin
  if current_setting('app.fills', true) = 'on' then
    return new;
  end if;
  return null;
end $$;

create trigger attempts_are_counted_once before insert on endpoint_hour
  for each row when (pg_trigger_depth() = 0 and current_setting('app.counts_hours', true) is distinct from 'on')
  execute function leave_out_unless_filling();
create trigger days_are_counted_once before insert on notified_day
  for each row when (pg_trigger_depth() = 0 and current_setting('app.counts_hours', true) is distinct from 'on')
  execute function leave_out_unless_filling();

-- A version from before 0008 stores no event with its deliveries, and does not say when a deposit was first reported.
create function complete_delivery() returns trigger language plpgsql as $$
begin
  select event, position is null into strict new.event, new.is_test from webhook_event where id = new.event_id;
  return new;
end $$;

create trigger delivery_is_complete before insert on delivery
  for each row when (new.event is null) execute function complete_delivery();

create function count_notified() returns trigger language plpgsql as $$
declare
  account uuid := (select account_id from endpoint where id = new.endpoint_id);
begin
  update delivery set notified_at = now() where id = new.id;
  if exists (select from delivery where event_id = new.event_id and endpoint_id <> new.endpoint_id) then
    insert into notified_event values (new.event_id, account, now()) on conflict (event_id) do nothing;
    if not found then
      return null;
    end if;
  end if;
  insert into notified_hour as own values (account, date_bin('1 hour', now(), 'epoch'), 1)
      on conflict (account_id, hour) do update set events = own.events + 1;
  return null;
end $$;

create trigger delivery_is_counted after update of status on delivery
  for each row when (new.status = 'DELIVERED' and old.status <> 'DELIVERED' and new.notified_at is null
                     and new.event = 'DEPOSIT_ASSET_SUCCESS' and not new.is_test)
  execute function count_notified();

-- The days of hours before this are counted by `fill_step`, which `migrate` calls until it returns false.
create table notified_day_fill (
  account_id  uuid not null,
  hour        timestamptz not null,
  is_complete boolean not null default false
);
insert into notified_day_fill values ('00000000-0000-0000-0000-000000000000', '-infinity');

create function fill_step() returns boolean language plpgsql set enable_seqscan = off as $$
declare
  done notified_day_fill;
  reached notified_day_fill;
  accounts uuid[];
  days timestamptz[];
begin
  perform set_config('app.fills', 'on', true);
  select * into strict done from notified_day_fill for update;
  select account_id, hour into reached
    from (select account_id, hour from notified_hour
           where (account_id, hour) > (done.account_id, done.hour)
           order by account_id, hour limit 5000) as next
   order by account_id desc, hour desc
   limit 1;
  if reached is null then
    -- An hour after this position is new, and the triggers above count it.
    update notified_day_fill set is_complete = true;
    return false;
  end if;
  -- The days are locked before their hours are read: who has changed an hour meanwhile, and waits to change its day,
  -- adds to the sum of the others. One statement locks new and known days in the order in which senders write them.
  with locked as (
    insert into notified_day as own
    select distinct account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'), 0
      from notified_hour
     where (account_id, hour) > (done.account_id, done.hour) and (account_id, hour) <= (reached.account_id, reached.hour)
     order by 1, 2
        on conflict (account_id, day) do update set events = own.events
    returning account_id, day
  )
  select array_agg(account_id), array_agg(day) into accounts, days from locked;
  update notified_day as own
     set events = (select coalesce(sum(events), 0) from notified_hour
                    where account_id = own.account_id and hour >= own.day and hour < own.day + interval '24 hours')
    from unnest(accounts, days) as locked (account_id, day)
   where own.account_id = locked.account_id and own.day = locked.day;
  update notified_day_fill set account_id = reached.account_id, hour = reached.hour;
  return true;
end $$;
