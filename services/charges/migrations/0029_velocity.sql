-- How many deposits and refunds an account may make in a day, and of what amount. Null: no limit.
alter table account_terms
  add column daily_deposits_max      bigint check (daily_deposits_max >= 0),
  add column daily_deposit_cents_max bigint check (daily_deposit_cents_max >= 0),
  add column daily_refunds_max       bigint check (daily_refunds_max >= 0),
  add column daily_refund_cents_max  bigint check (daily_refund_cents_max >= 0);

-- What an account with such limits has made on a stored day, which begins at midnight in Brasília. A row is changed in the
-- transaction that stores the charge or refund.
create table velocity_day (
  account_id uuid not null,
  kind       text not null check (kind in ('deposit', 'refund')),
  day        timestamptz not null,
  made       bigint not null,
  cents      bigint not null,
  primary key (account_id, kind, day)
);

alter table velocity_day enable row level security;
create policy velocity_day_in_scope on velocity_day using (in_scope(account_id));
