-- Row-level security between accounts: a transaction that is for one account sees nothing of another's. A session that
-- works for no account in particular, such as a sender, sets none and sees everything.
create function in_scope(owner uuid) returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.account_id', true), '') in ('', '*')
         or current_setting('app.account_id', true) = owner::text
$$;

-- in_scope() compares texts for every row. A reader of hundreds of totals reads the scope once a statement instead. Null: work
-- for no account in particular.
create function scope_id() returns uuid language sql stable parallel safe as $$
  select nullif(nullif(current_setting('app.account_id', true), ''), '*')::uuid
$$;

create table endpoint (
  id                     uuid primary key,
  account_id             uuid not null,
  name                   text not null check (char_length(name) between 1 and 100),
  url                    text not null,
  events                 text[] not null,
  -- AES-256-GCM bound to this row, see packages/platform/src/crypto/seal.ts.
  sealed_secret          bytea not null,
  sealed_authorization   bytea,
  -- Signs beside the new secret until then.
  sealed_previous_secret bytea,
  previous_secret_until  timestamptz,
  status                 text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  disabled_at            timestamptz,
  -- Who disabled it: OWNER, GONE (it answered 410) or FAILING (for 5 days).
  disabled_reason        text,
  created_at             timestamptz not null,
  -- Secrets are wiped at once; the row goes when its last delivery does.
  deleted_at             timestamptz,
  check ((status = 'DISABLED') = (disabled_at is not null))
);
create index endpoint_by_account on endpoint (account_id);

alter table endpoint enable row level security;
create policy endpoint_in_scope on endpoint using (in_scope(account_id));

-- Folded from delivery_attempt. Apart from the endpoint, so that the fold never waits for a transaction that adds events.
create table endpoint_health (
  endpoint_id        uuid primary key references endpoint (id) on delete cascade,
  last_success_at    timestamptz,
  last_failure_at    timestamptz,
  last_failure_cause text,
  -- The first failure since the last success.
  failing_since      timestamptz
) with (fillfactor = 70);
create index endpoint_health_failing on endpoint_health (failing_since)
  where failing_since is not null;

-- The events of every account, whether or not it has an endpoint.
create table webhook_event (
  -- The webhook-id header of every attempt: the id of the event that the ledger or charges published.
  id           uuid primary key,
  account_id   uuid not null,
  event        text not null,
  -- Exactly the bytes that are signed and sent.
  body         bytea not null,
  occurred_at  timestamptz not null,
  created_at   timestamptz not null default now(),
  -- The place in the account's feed; null: a test, which is not in it.
  position     bigint,
  charge_id    text,
  trace_id     text,
  -- What an attempt is logged and traced under: the requests that led to the event, and the W3C trace context of its
  -- publication.
  request_ids  text,
  trace_parent text
);
create unique index webhook_event_feed on webhook_event (account_id, position);
create index webhook_event_by_charge on webhook_event (charge_id) where charge_id is not null;
-- Events are audited and pruned by age.
create index webhook_event_by_age on webhook_event (created_at, id);

alter table webhook_event enable row level security;
create policy webhook_event_in_scope on webhook_event using (in_scope(account_id));

-- How far each account's feed goes and how far it was read. A transaction that appends locks the row until
-- its commit, so that places become visible in order and without gaps.
create table feed (
  account_id     uuid primary key,
  last_position  bigint not null,
  acked_position bigint not null default 0
) with (fillfactor = 70);

alter table feed enable row level security;
create policy feed_in_scope on feed using (in_scope(account_id));

-- One event for one endpoint: the queue of the sender and its memory. It is written three times: planned, claimed, finished.
-- With all three versions in one page the claim changes no index, also while an open snapshot (a backup) keeps every version.
create table delivery (
  id            bigint generated always as identity primary key,
  event_id      uuid not null references webhook_event (id),
  endpoint_id   uuid not null references endpoint (id),
  -- HELD: kept for an endpoint that is disabled. ABANDONED: its endpoint was deleted, or it was only a test.
  status        text not null check (status in ('PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED')),
  attempts      smallint not null default 0,
  due_at        timestamptz not null default now(),
  -- Until then it belongs to the sender that claimed it; a sender that died loses it.
  lease_until   timestamptz,
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  -- Replayed by the account: its first attempt is left out of our measure of delay.
  replayed_at   timestamptz,
  -- What the log of an account filters by and shows, kept with the delivery: each filter is a range of one index.
  event         text not null,
  -- Requested by the account to try its receiver: never about money, in no feed, and counted nowhere as an event.
  is_test       boolean not null default false,
  -- The account had it sent again; null: it did not.
  again_by      text check (again_by in ('replay', 'redelivery')),
  again_at      timestamptz,
  unique (event_id, endpoint_id)
) with (fillfactor = 35, autovacuum_vacuum_scale_factor = 0.02);
-- First attempts and retries are found endpoint by endpoint, so that the backlog of one costs the others nothing.
create index delivery_first_attempt on delivery (endpoint_id, id)
  where status = 'PENDING' and attempts = 0;
create index delivery_retry_by_endpoint on delivery (endpoint_id, due_at)
  where status = 'PENDING' and attempts > 0;
-- The log of an endpoint by status and age, its counts, and what must move when it is disabled.
create index delivery_log on delivery (endpoint_id, status, created_at, id);
-- Most deliveries are about deposits: those are found by `delivery_log`, and sending them changes one index less.
create index delivery_log_by_event on delivery (endpoint_id, event, status, created_at, id)
  where event <> 'DEPOSIT_ASSET_SUCCESS';

alter table delivery enable row level security;
create policy delivery_seen on delivery using (true);

-- The endpoints that have deliveries to send: first attempts and retries have separate turns, so that neither waits for the other.
-- What makes a delivery due writes the row in the same transaction, see src/store/endpoint-queue.ts.
create table endpoint_queue (
  endpoint_id   uuid not null,
  is_retry      boolean not null,
  -- When a sender looks at the endpoint next: the turns of endpoints are in this order.
  due_at        timestamptz not null,
  -- Where it goes on: an id of first attempts, a due time of retries in microseconds. What comes before is claimed or finished,
  -- and its index entries stay while anyone holds an old snapshot.
  next_position bigint not null,
  primary key (endpoint_id, is_retry)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index endpoint_queue_due on endpoint_queue (is_retry, due_at);

-- The log of attempts, to which rows are only added. No foreign key: it would lock the delivery once more for each result.
create sequence delivery_attempt_id;
create table delivery_attempt (
  -- In which order the rows are folded into totals, see src/store/totals.ts.
  id               bigint primary key default nextval('delivery_attempt_id'),
  delivery_id      bigint not null,
  number           smallint not null,
  at               timestamptz not null,
  duration_ms      integer not null,
  outcome          text not null,
  status_code      smallint,
  -- What went wrong, in plain words; null when it was delivered.
  cause            text,
  dns_ms           real,
  tcp_ms           real,
  tls_ms           real,
  first_byte_ms    real,
  total_ms         real,
  -- The first 1 kB.
  response_body    text,
  -- Header lines of the response, with secrets masked; null: none, or it was a success and no test.
  response_headers text,
  -- A result that is recorded again is the same attempt.
  unique (delivery_id, number, at)
);
insert into totals_cursor (source) values ('delivery_attempt');

alter table delivery_attempt enable row level security;
create policy delivery_attempt_seen on delivery_attempt using (true);

-- A replay under way. It is made in batches, and each writes where the next begins in its own
-- transaction: after a crash any process goes on there. The row goes with the last batch.
create table replay (
  endpoint_id uuid not null references endpoint (id) on delete cascade,
  window_from timestamptz not null,
  window_to   timestamptz not null,
  deliveries  integer not null,
  -- What was replayed later than that is not replayed again.
  as_of       timestamptz not null default now(),
  reading     text not null default 'PENDING' check (reading in ('PENDING', 'EXHAUSTED', 'ABANDONED', 'DELIVERED')),
  -- The last delivery that was read, in the order of the index that `reading` is read by.
  read_at     timestamptz not null default '-infinity',
  read_id     bigint not null default 0,
  -- The replay that has waited longest is continued. One whose batch failed waits anew, behind the others.
  waits_since timestamptz not null default now(),
  -- Which deliveries of its window a replay is about. The same window can be replayed for both.
  wanted      text not null default 'all' check (wanted in ('all', 'failed')),
  -- The same window asked for again while it is being replayed is the same replay.
  primary key (endpoint_id, window_from, window_to, wanted)
);

-- What the account of an endpoint is to be notified of by mail. Auth knows the address; a row is removed once
-- auth has stored the mail.
create table notice (
  id         uuid primary key,
  account_id uuid not null,
  kind       text not null check (kind in ('ENDPOINT_CREATED', 'ENDPOINT_GONE', 'ENDPOINT_FAILING')),
  name       text not null,
  url        text not null,
  created_at timestamptz not null default now(),
  due_at     timestamptz not null default now()
);
create index notice_due on notice (due_at);

alter table notice enable row level security;
create policy notice_in_scope on notice using (in_scope(account_id));

-- Attempts per endpoint and UTC hour, folded from delivery_attempt.
create table endpoint_hour (
  endpoint_id uuid not null,
  hour        timestamptz not null,
  -- The status code, or the class of a rare one, or why there is none: see src/store/totals.ts.
  result      text not null,
  -- Number of the latency bucket: see src/domain/hours.ts.
  latency     smallint not null,
  attempts    integer not null,
  primary key (endpoint_id, hour, result, latency)
) with (fillfactor = 50);
-- Hours are added about in the order of their time and found by it only to be removed.
create index endpoint_hour_by_age on endpoint_hour using brin (hour) with (autosummarize = on);

-- Deposits first delivered per account and UTC hour, folded from delivery_attempt.
create table notified_hour (
  account_id uuid not null,
  hour       timestamptz not null,
  events     integer not null,
  primary key (account_id, hour)
) with (fillfactor = 50);
create index notified_hour_by_age on notified_hour using brin (hour) with (autosummarize = on);

alter table notified_hour enable row level security;
create policy notified_hour_in_scope on notified_hour
  using ((select scope_id()) is null or account_id = (select scope_id()));

-- Accounts see ids of rows encoded with this key: numbers that all accounts share would show how many rows
-- there are. It is stored with the rows, so that ids stay the same after a restore and when secrets are replaced.
create table public_id_key (
  is_only boolean primary key default true check (is_only),
  key     bytea not null check (octet_length(key) = 32)
);

insert into public_id_key (key)
select sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

-- Nobody but the two roles of this service can open its database.
grant select on public_id_key to public;

-- The service removes old rows only: no event that may still be replayed, and nothing that tells of its deliveries.
create policy webhook_event_kept on webhook_event as restrictive for delete
  using (created_at < now() - interval '30 days');
create policy delivery_kept on delivery as restrictive for delete
  using (not exists (select from webhook_event
                      where id = event_id and created_at >= now() - interval '30 days'));
create policy delivery_attempt_kept on delivery_attempt as restrictive for delete
  using (not exists (select from delivery join webhook_event on webhook_event.id = delivery.event_id
                      where delivery.id = delivery_id and webhook_event.created_at >= now() - interval '30 days'));

create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('grant select, insert, update on all tables in schema public to %I', app);
  execute format('grant usage on sequence delivery_attempt_id to %I', app);
  execute format('revoke delete on all tables in schema public from %I', app);
  execute format('grant delete on webhook_event, delivery, delivery_attempt, notified_hour, endpoint_hour, endpoint_queue, endpoint, replay, notice, outbox, inbox, parked_record to %I', app);
  execute format('revoke insert, update on service_migration, messaging_migration from %I', app);
end $$;
