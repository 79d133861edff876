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
  created_at   timestamptz not null default now(),
  published_at timestamptz
);

create index outbox_unpublished on outbox (id) where published_at is null;

create function notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;

create trigger outbox_wakes_relay after insert on outbox
  for each statement execute function notify_outbox();

-- Events already handled, by consumer group: the unique key gives each event exactly one effect.
create table inbox (
  consumer_group text not null,
  event_id       uuid not null,
  handled_at     timestamptz not null default now(),
  primary key (consumer_group, event_id)
);

-- Records that could not be handled, and those of the same key behind them, in order.
create table parked_record (
  consumer_group text not null,
  topic          text not null,
  partition      integer not null,
  log_offset     bigint not null,
  key            text not null,
  value          bytea not null,
  headers        jsonb not null,
  reason         text not null,
  detail         text not null default '',
  parked_at      timestamptz not null default now(),
  primary key (consumer_group, topic, partition, log_offset)
);

create index parked_record_by_key on parked_record (consumer_group, topic, key);
