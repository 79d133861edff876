-- A replay under way. It is made in batches, and each writes where the next begins in its own
-- transaction: after a crash any process goes on there. The row goes with the last batch.
create table replay (
  endpoint_id uuid not null references endpoint (id) on delete cascade,
  window_from timestamptz not null,
  window_to   timestamptz not null,
  deliveries  integer not null,
  -- What was replayed later than that is not replayed again.
  as_of       timestamptz not null default now(),
  reading     text not null default 'PENDING' check (reading in ('PENDING', 'EXHAUSTED', 'DELIVERED')),
  -- The last delivery that was read, in the order of the index that `reading` is read by.
  read_at     timestamptz not null default '-infinity',
  read_id     bigint not null default 0,
  -- The same window asked for again while it is being replayed is the same replay.
  primary key (endpoint_id, window_from, window_to)
);
