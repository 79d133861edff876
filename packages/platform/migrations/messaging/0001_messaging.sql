-- What the platform keeps in the database of each service that publishes or consumes events.

-- Events that this service has committed, for the relay to publish. The writer holds the row lock of
-- the charge or account that is the key, so within a key `id` follows the order of commits. Events of
-- payments without a charge are not ordered.
create table outbox (
  id           bigint generated always as identity primary key,
  topic        text not null,
  key          text not null,
  event_id     uuid not null unique,
  value        bytea not null,
  headers      jsonb not null default '{}',
  -- Late in its transaction, so that the wait for the relay is not measured from before the work.
  created_at   timestamptz not null default clock_timestamp(),
  published_at timestamptz
);
create index outbox_unpublished on outbox (id) where published_at is null;

-- Whether a process of the service runs on this database: each shares this lock, whichever of them leads.
create function is_relay_running() returns boolean language sql as $$
  select not pg_try_advisory_xact_lock(hashtextextended('outbox relay running', 0))
$$;

-- Events already handled, by consumer group: the unique key gives each event exactly one effect.
create table inbox (
  consumer_group text not null,
  event_id       uuid not null,
  handled_at     timestamptz not null default now(),
  primary key (consumer_group, event_id)
);
create index inbox_by_age on inbox using brin (handled_at);

-- The offset that a group handles next in each partition. It is written in the transaction of the inbox, so a restored
-- database knows exactly which records it has lost, whatever the event log's own offsets say.
create table consumer_position (
  consumer_group text not null,
  topic          text not null,
  partition      integer not null,
  next_offset    bigint not null,
  moved_at       timestamptz not null default now(),
  primary key (consumer_group, topic, partition)
) with (fillfactor = 50);

-- Records that could not be handled, and those of the same key behind them. They are retried in place, by their own
-- consumer. The order of a key is the order in which its records arrived: offsets start at 0 again when an event log is
-- recreated.
create table parked_record (
  id                 bigint generated always as identity primary key,
  consumer_group     text not null,
  topic              text not null,
  partition          integer not null,
  log_offset         bigint not null,
  key                text not null,
  value              bytea not null,
  headers            jsonb not null,
  event_id           uuid generated always as (
    case when headers ->> 'event-id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         then (headers ->> 'event-id')::uuid end) stored,
  reason             text not null,
  detail             text not null default '',
  parked_at          timestamptz not null default now(),
  attempts           integer not null default 1,
  retry_requested_at timestamptz
);
-- A log offset identifies a record only until the log is recreated; an event id does so permanently. A record that does
-- not prove its producer takes no event id and blocks no key: anybody who can write to the log could otherwise keep an
-- event from being handled by writing a record of its id or key first.
create unique index parked_record_authentic_event on parked_record (consumer_group, event_id)
  where reason <> 'unauthenticated';
create unique index parked_record_at_offset on parked_record (consumer_group, topic, partition, log_offset, md5(value))
  where event_id is null or reason = 'unauthenticated';
create index parked_record_by_key on parked_record (consumer_group, topic, key, id);
create index parked_record_blocking on parked_record (consumer_group, topic, key)
  where reason <> 'unauthenticated';
create index parked_record_requested on parked_record (consumer_group, retry_requested_at)
  where retry_requested_at is not null;

-- How far an append-only table is folded into totals: every row up to folded_to, which is every row that was committed
-- at folded_at. Rows up to next_to follow when all of next_writers have ended, because one of these transactions may
-- still commit a row with a lower id. src/db/totals.ts folds.
create table totals_cursor (
  source       text primary key,
  folded_to    bigint not null default 0,
  folded_at    timestamptz not null default '-infinity',
  next_to      bigint not null default 0,
  next_writers text[] not null default '{}',
  next_at      timestamptz not null default '-infinity'
) with (fillfactor = 10);

-- The role of every service needs these rights, besides those that the service grants. See grantToApp.
create function grant_messaging_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on outbox, inbox, parked_record to %I', app);
  execute format('grant select, insert, update on consumer_position, totals_cursor to %I', app);
end $$;
