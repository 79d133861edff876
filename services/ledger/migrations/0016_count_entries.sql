-- A session that has set app.counts_hours adds what it books to hours and days by itself (src/domain/holder-hour.ts), which
-- costs less. For any other the database counts, and leaves out what it may have counted: so both are exact whichever
-- versions run beside each other.

-- Rows are written in the order of their keys. A plan that was made for small tables would be kept while they grow.
create function count_entries() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  with added as materialized (
    select coalesce(e.holder_id, t.holder_id) as holder_id, date_trunc('hour', t.created_at, 'UTC') as hour,
           count(*) filter (where kind = 'DEPOSIT' and account = 'settlement') as credited_count,
           coalesce(sum(amount_cents) filter (where kind = 'DEPOSIT' and account = 'available'), 0) as credited_cents,
           coalesce(sum(amount_cents) filter (where kind = 'DEPOSIT' and account = 'fees'), 0) as fee_cents,
           count(*) filter (where kind = 'REFUND_SETTLE' or kind in ('BANK_RETURN', 'RETURN_CORRECTION') and amount_cents < 0)
             as refunded_count,
           coalesce(sum(case kind when 'REFUND_SETTLE' then amount_cents else -amount_cents end)
             filter (where kind in ('REFUND_SETTLE', 'BANK_RETURN', 'RETURN_CORRECTION')), 0) as refunded_cents,
           count(*) filter (where kind = 'SUSPENSE_CREDIT') as suspense_credited_count,
           coalesce(sum(amount_cents) filter (where kind = 'SUSPENSE_CREDIT'), 0) as suspense_credited_cents
      from written e,
           lateral (select kind, holder_id, created_at from ledger_transaction where id = e.transaction_id limit 1) as t
     where coalesce(e.holder_id, t.holder_id) <> '00000000-0000-0000-0000-000000000000'
       and (kind = 'DEPOSIT' and account in ('settlement', 'fees', 'available')
         or kind in ('SUSPENSE_CREDIT', 'BANK_RETURN', 'RETURN_CORRECTION') and account = 'available'
         or kind = 'REFUND_SETTLE' and account = 'settlement')
     group by 1, 2
     order by 1, 2
  ),
  days as (
    insert into holder_day as own
    select holder_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'), sum(credited_count), sum(credited_cents), sum(fee_cents),
           sum(refunded_count), sum(refunded_cents), sum(suspense_credited_count), sum(suspense_credited_cents)
      from added
     group by 1, 2
     order by 1, 2
        on conflict (holder_id, day) do update
       set credited_count = own.credited_count + excluded.credited_count,
           credited_cents = own.credited_cents + excluded.credited_cents,
           fee_cents = own.fee_cents + excluded.fee_cents,
           refunded_count = own.refunded_count + excluded.refunded_count,
           refunded_cents = own.refunded_cents + excluded.refunded_cents,
           suspense_credited_count = own.suspense_credited_count + excluded.suspense_credited_count,
           suspense_credited_cents = own.suspense_credited_cents + excluded.suspense_credited_cents
  )
  insert into holder_hour as own
  select * from added
      on conflict (holder_id, hour) do update
     set credited_count = own.credited_count + excluded.credited_count,
         credited_cents = own.credited_cents + excluded.credited_cents,
         fee_cents = own.fee_cents + excluded.fee_cents,
         refunded_count = own.refunded_count + excluded.refunded_count,
         refunded_cents = own.refunded_cents + excluded.refunded_cents,
         suspense_credited_count = own.suspense_credited_count + excluded.suspense_credited_count,
         suspense_credited_cents = own.suspense_credited_cents + excluded.suspense_credited_cents;
  return null;
end $$;

-- Waits for those who are booking, and nobody books until this is committed.
create trigger entries_are_counted after insert on entry
  referencing new table as written
  for each statement when (current_setting('app.counts_hours', true) is distinct from 'on')
  execute function count_entries();

-- Also the owner of a table adds rows to it by hand only in a session that has set app.fills.
create function leave_out_unless_filling() returns trigger language plpgsql as $$
begin
  if current_setting('app.fills', true) = 'on' then
    return new;
  end if;
  return null;
end $$;

create trigger hours_are_counted_once before insert on holder_hour
  for each row when (pg_trigger_depth() = 0 and current_setting('app.counts_hours', true) is distinct from 'on')
  execute function leave_out_unless_filling();
create trigger days_are_counted_once before insert on holder_day
  for each row when (pg_trigger_depth() = 0 and current_setting('app.counts_hours', true) is distinct from 'on')
  execute function leave_out_unless_filling();

-- Everything is counted anew, because an earlier version may have booked beside the one that counted: what is booked
-- from here on as it is booked, all before it by `fill_step`, which `migrate` calls until it returns false.
truncate holder_hour, holder_day;

create table entry_count (
  counted_to bigint not null,
  last       bigint not null
);
insert into entry_count select coalesce(min(id), 1) - 1, coalesce(max(id), 0) from entry;

-- Rows pass through it to be counted in the same way.
create unlogged table entry_to_count (like entry);
create trigger entries_are_counted after insert on entry_to_count
  referencing new table as written
  for each statement execute function count_entries();

create function fill_step() returns boolean language plpgsql as $$
declare
  size constant bigint := 10000;
  reached bigint;
begin
  update entry_count set counted_to = counted_to + size where counted_to < last returning counted_to into reached;
  if reached is null then
    return false;
  end if;
  insert into entry_to_count
  select * from entry where id > reached - size and id <= least(reached, (select last from entry_count));
  truncate entry_to_count;
  return true;
end $$;
