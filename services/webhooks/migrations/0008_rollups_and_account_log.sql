-- What the log of an account filters by and shows, kept with the delivery: each filter is a range of one index.
alter table delivery
  add column event    text,
  -- Requested by the account to try its receiver: never about money, in no feed, and counted nowhere as an event.
  add column is_test  boolean not null default false,
  -- The account had it sent again; null: it did not.
  add column again_by text check (again_by in ('replay', 'redelivery')),
  add column again_at timestamptz,
  -- The attempt by which a deposit was first reported at this endpoint; null: it was not, or it is no deposit.
  add column notified_at timestamptz;

update delivery
   set event = webhook_event.event, is_test = webhook_event.position is null
  from webhook_event
 where webhook_event.id = delivery.event_id;

alter table delivery alter column event set not null;
-- Most deliveries are about deposits: those are found by `delivery_log`, and sending them changes one index less.
create index delivery_log_by_event on delivery (endpoint_id, event, status, created_at, id)
  where event <> 'DEPOSIT_ASSET_SUCCESS';

alter table delivery_attempt
  -- Header lines of the response, with secrets masked; null: none, or it was a success and no test.
  add column response_headers text,
  -- It locked the delivery once more for each result.
  drop constraint delivery_attempt_delivery_id_fkey;

-- Attempts per endpoint and UTC hour, written by the statement that logs them. No foreign key: it would make results
-- wait for changes of the endpoint. Rows are updated often and in place.
create table endpoint_hour (
  endpoint_id uuid not null,
  hour        timestamptz not null,
  -- The status code, or the class of a rare one, or why there is none: see store/rollups.ts.
  result      text not null,
  -- Number of the latency bucket: see domain/latency.ts.
  latency     smallint not null,
  attempts    integer not null,
  primary key (endpoint_id, hour, result, latency)
) with (fillfactor = 50);

create index endpoint_hour_by_age on endpoint_hour (hour);

-- Deposits that were reported and have deliveries to several endpoints: the primary key decides which of them counts.
-- If there is one delivery only, its `notified_at` is enough.
create table notified_event (
  event_id   uuid primary key,
  account_id uuid not null,
  at         timestamptz not null
);

-- Deposits first reported per account and UTC hour.
create table notified_hour (
  account_id uuid not null,
  hour       timestamptz not null,
  events     integer not null,
  primary key (account_id, hour)
) with (fillfactor = 50);

create index notified_hour_by_age on notified_hour (hour);

alter table notified_event enable row level security;
create policy notified_event_in_scope on notified_event using (in_scope(account_id));

alter table notified_hour enable row level security;
create policy notified_hour_in_scope on notified_hour using (in_scope(account_id));

-- What was recorded before there were rollups.
insert into endpoint_hour (endpoint_id, hour, result, latency, attempts)
select delivery.endpoint_id, date_bin('1 hour', at, 'epoch'),
       case when outcome not in ('delivered', 'gone', 'redirected', 'rejected') then outcome
            when status_code = any ('{200,201,202,204,301,302,303,307,308,400,401,403,404,405,406,408,409,410,411,413,415,422,429,500,501,502,503,504}')
            then status_code::text
            else status_code / 100 || 'xx' end,
       least(63, floor(4 / ln(2::float8) * ln(greatest(coalesce(total_ms, duration_ms), 1)::float8))),
       count(*)
  from delivery_attempt
  join delivery on delivery.id = delivery_id
 group by 1, 2, 3, 4;

update delivery
   set notified_at = first.at
  from (select delivery_id, min(at) as at from delivery_attempt where outcome = 'delivered' group by 1) as first
 where delivery.id = delivery_id and event = 'DEPOSIT_ASSET_SUCCESS' and not is_test;

insert into notified_event (event_id, account_id, at)
select event_id, account_id, min(notified_at)
  from delivery
  join endpoint on endpoint.id = endpoint_id
 where notified_at is not null
 group by 1, 2;

insert into notified_hour (account_id, hour, events)
select account_id, date_bin('1 hour', at, 'epoch'), count(*) from notified_event group by 1, 2;
