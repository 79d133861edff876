-- The hours of charge_hour added up per day (0024 counts), so that an overview of months does not read every hour.
-- Days begin at 03:00 UTC, midnight in Brasília; db/bucket-sums of the platform makes those of other zones.
create table charge_day (
  account_id    uuid not null,
  day           timestamptz not null,
  created_count bigint not null,
  created_cents bigint not null,
  paid_count    bigint not null,
  paid_cents    bigint not null,
  primary key (account_id, day)
) with (fillfactor = 50);

alter table charge_day enable row level security;
create policy charge_day_in_scope on charge_day using (in_scope(account_id));
