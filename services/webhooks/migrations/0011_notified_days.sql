-- The hours of notified_hour added up per day, changed by the same statement (0012 fills it), so that an overview of months
-- does not read every hour. Days begin at 03:00 UTC, midnight in Brasília; db/bucket-sums of the platform makes those of other zones.
create table notified_day (
  account_id uuid not null,
  day        timestamptz not null,
  events     integer not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- Rows are added about in the order of their time and found by it only to be removed.
create index notified_day_by_age on notified_day using brin (day) with (autosummarize = on);
drop index notified_hour_by_age;
create index notified_hour_by_age on notified_hour using brin (hour) with (autosummarize = on);
drop index endpoint_hour_by_age;
create index endpoint_hour_by_age on endpoint_hour using brin (hour) with (autosummarize = on);

alter table notified_day enable row level security;
create policy notified_day_in_scope on notified_day using (in_scope(account_id));
