-- What each account received and gave back within a UTC hour, for overviews that do not read the books. A
-- row changes only in the transaction that locks its account to book, so it is exact whatever crashes, is
-- repeated or restored. src/domain/holder-hour.ts says what counts, 0016 fills it; it grows by one row for each hour
-- in which an account moved, and is never pruned.
create table holder_hour (
  holder_id               uuid not null,
  hour                    timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  credited_count          bigint not null,
  credited_cents          bigint not null,
  fee_cents               bigint not null,
  refunded_count          bigint not null,
  -- Below zero where a return of an earlier hour was taken from its own payment in this one.
  refunded_cents          bigint not null,
  suspense_credited_count bigint not null,
  suspense_credited_cents bigint not null,
  primary key (holder_id, hour)
) with (fillfactor = 80);

-- For the auditor, which compares hour by hour.
create index holder_hour_by_time on holder_hour using brin (hour) with (autosummarize = on);

alter table holder_hour enable row level security;
alter table holder_hour force row level security;
create policy holder_hour_in_scope on holder_hour using (in_scope(holder_id));

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry, restore to %I', app);
  execute format('grant select, insert, update on account, suspended_payment, holder_hour to %I', app);
  execute format('grant select, insert, delete on checkpoint, parked_record to %I', app);
  execute format('grant select, insert, update, delete on inbox, outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;
