-- The hours of holder_hour added up per day, changed by the same statement, so that an overview of months does not
-- read every hour. Days begin at 03:00 UTC, midnight in Brasília; db/bucket-sums of the platform makes those of other zones.
create table holder_day (
  holder_id               uuid not null,
  day                     timestamptz not null check (day = date_bin('1 day', day, '2000-01-01T03:00:00Z')),
  credited_count          bigint not null,
  credited_cents          bigint not null,
  fee_cents               bigint not null,
  refunded_count          bigint not null,
  refunded_cents          bigint not null,
  suspense_credited_count bigint not null,
  suspense_credited_cents bigint not null,
  primary key (holder_id, day)
) with (fillfactor = 80);

-- For the auditor, which compares day by day.
create index holder_day_by_time on holder_day using brin (day) with (autosummarize = on);

alter table holder_day enable row level security;
alter table holder_day force row level security;
create policy holder_day_in_scope on holder_day using (in_scope(holder_id));

create or replace function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert on ledger_transaction, entry, restore to %I', app);
  execute format('grant select, insert, update on account, suspended_payment, holder_hour, holder_day to %I', app);
  execute format('grant select, insert, delete on checkpoint, parked_record to %I', app);
  execute format('grant select, insert, update, delete on inbox, outbox to %I', app);
  execute format('grant select, update on job to %I', app);
  execute format('grant select on service_migration, messaging_migration to %I', app);
end $$;
