-- Which deliveries of its window a replay is about. The same window can be replayed for both.
alter table replay
  add column wanted text not null default 'all' check (wanted in ('all', 'failed')),
  drop constraint replay_pkey,
  drop constraint replay_reading_check,
  add primary key (endpoint_id, window_from, window_to, wanted),
  add constraint replay_reading_check
    check (reading in ('PENDING', 'EXHAUSTED', 'ABANDONED', 'DELIVERED'));
