alter table endpoint
  add column sealed_authorization   bytea,
  -- Signs beside the new secret until then.
  add column sealed_previous_secret bytea,
  add column previous_secret_until  timestamptz,
  -- Secrets are wiped at once; the row goes when its last delivery does.
  add column deleted_at             timestamptz;

-- Who disabled it: OWNER, GONE (it answered 410) or FAILING (for 5 days).
update endpoint set disabled_reason = 'GONE' where disabled_reason is not null;

-- Apart from the endpoint, so that results never wait for a transaction that adds events for it.
create table endpoint_health (
  endpoint_id        uuid primary key references endpoint (id) on delete cascade,
  last_success_at    timestamptz,
  last_failure_at    timestamptz,
  last_failure_cause text,
  -- The first failure since the last success.
  failing_since      timestamptz
) with (fillfactor = 70);

insert into endpoint_health (endpoint_id) select id from endpoint;

create index endpoint_health_failing on endpoint_health (failing_since)
  where failing_since is not null;

alter table webhook_event
  -- The place in the account's feed; null: a test, which is not in it.
  add column position  bigint,
  add column charge_id text,
  add column trace_id  text;

-- How far each account's feed goes and how far it was read. A transaction that appends locks the row until
-- its commit, so that places become visible in order and without gaps.
create table feed (
  account_id     uuid primary key,
  last_position  bigint not null,
  acked_position bigint not null default 0
) with (fillfactor = 70);

update webhook_event
   set position = place.position
  from (select id, row_number() over (partition by account_id order by created_at, id) as position
          from webhook_event) as place
 where place.id = webhook_event.id;

insert into feed (account_id, last_position)
select account_id, max(position) from webhook_event group by account_id;

create unique index webhook_event_feed on webhook_event (account_id, position);
create index webhook_event_by_charge on webhook_event (charge_id) where charge_id is not null;
-- Events are audited and pruned by age.
create index webhook_event_by_age on webhook_event (created_at, id);

alter table delivery
  -- Replayed by the account: its first attempt is left out of our measure of delay.
  add column replayed_at timestamptz,
  drop constraint delivery_status_check,
  -- ABANDONED: its endpoint was deleted, or it was only a test.
  add constraint delivery_status_check
    check (status in ('PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'));

-- The log of an endpoint by status and age, its counts, and what must move when it is disabled.
create index delivery_log on delivery (endpoint_id, status, created_at, id);
drop index delivery_held;

-- Retries are found endpoint by endpoint too; `delivery_retry` still shows when the next is due.
create index delivery_retry_by_endpoint on delivery (endpoint_id, due_at)
  where status = 'PENDING' and attempts > 0;

alter table delivery_attempt
  add column dns_ms        real,
  add column tcp_ms        real,
  add column tls_ms        real,
  add column first_byte_ms real,
  add column total_ms      real,
  -- The first 1 kB.
  add column response_body text;
