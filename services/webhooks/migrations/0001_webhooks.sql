create table endpoint (
  id              uuid primary key,
  account_id      uuid not null,
  name            text not null check (char_length(name) between 1 and 100),
  url             text not null,
  events          text[] not null,
  -- AES-256-GCM bound to this row, see packages/platform/src/crypto/seal.ts.
  sealed_secret   bytea not null,
  status          text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  disabled_at     timestamptz,
  disabled_reason text,
  created_at      timestamptz not null,
  check ((status = 'DISABLED') = (disabled_at is not null))
);

create index endpoint_by_account on endpoint (account_id);

-- The events of every account, whether or not it has an endpoint. Kept 30 days, then pruned.
create table webhook_event (
  -- The webhook-id header of every attempt: the id of the event that the ledger or charges published.
  id          uuid primary key,
  account_id  uuid not null,
  event       text not null,
  -- Exactly the bytes that are signed and sent.
  body        bytea not null,
  occurred_at timestamptz not null,
  created_at  timestamptz not null default now()
);

-- One event for one endpoint: the queue of the sender and its memory. Taking a lease changes no
-- indexed column, so that it stays within its page.
create table delivery (
  id          bigint generated always as identity primary key,
  event_id    uuid not null references webhook_event (id),
  endpoint_id uuid not null references endpoint (id),
  -- HELD: kept for an endpoint that is disabled.
  status      text not null check (status in ('PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED')),
  attempts    smallint not null default 0,
  due_at      timestamptz not null default now(),
  -- Until then it belongs to the sender that claimed it; a sender that died loses it.
  lease_until timestamptz,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  unique (event_id, endpoint_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- First attempts are found endpoint by endpoint, so that the backlog of one costs the others nothing.
create index delivery_first_attempt on delivery (endpoint_id, id)
  where status = 'PENDING' and attempts = 0;

create index delivery_retry on delivery (due_at)
  where status = 'PENDING' and attempts > 0;

create index delivery_held on delivery (endpoint_id)
  where status = 'HELD';

create table delivery_attempt (
  delivery_id bigint not null references delivery (id),
  number      smallint not null,
  at          timestamptz not null,
  duration_ms integer not null,
  outcome     text not null,
  status_code smallint,
  -- What went wrong, in plain words; null when it was delivered.
  cause       text,
  primary key (delivery_id, number, at)
);

create function notify_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery', '');
  return null;
end $$;

create trigger delivery_wakes_sender after insert on delivery
  for each statement execute function notify_delivery();
