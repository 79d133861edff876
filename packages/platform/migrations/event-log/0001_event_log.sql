-- Where each partition of each topic ends. A topic exists when its partitions do.
create table log_partition (
  topic       text not null,
  partition   integer not null check (partition >= 0),
  next_offset bigint not null default 0,
  primary key (topic, partition)
) with (fillfactor = 50);

create table log_record (
  topic      text not null,
  partition  integer not null,
  log_offset bigint not null,
  key        text not null,
  value      bytea not null,
  headers    jsonb not null,
  at         timestamptz not null default now(),
  primary key (topic, partition, log_offset)
);

-- How far each consumer group has come: the offset it handles next.
create table group_offset (
  consumer_group text not null,
  topic          text not null,
  partition      integer not null,
  next_offset    bigint not null,
  primary key (consumer_group, topic, partition)
) with (fillfactor = 50);

-- Who is in a group just now, to share its partitions. Only advice: what a member may read is
-- decided by the advisory locks it holds. Lost in a crash and filled again within a second.
create unlogged table group_member (
  consumer_group text not null,
  member_id      uuid not null,
  topics         text[] not null,
  seen_at        timestamptz not null default clock_timestamp(),
  primary key (consumer_group, member_id)
);

-- Appends records, one array element each. Offsets are given out under the partition's row lock,
-- which is held until commit: whoever sees an offset sees every lower one too. Locks are taken in
-- one order, so that two publishers never wait for each other. Each statement of this function
-- has its own snapshot, so the ends read after the locks are the true ones.
create function append_records(
  topics text[], partitions integer[], keys text[], record_values bytea[], record_headers jsonb[]
) returns void language plpgsql as $$
begin
  perform from log_partition
    where (topic, partition) in (select * from unnest(topics, partitions))
    order by topic, partition
    for update;

  insert into log_record (topic, partition, log_offset, key, value, headers)
  select fact.topic, fact.partition,
         log_partition.next_offset - 1
           + row_number() over (partition by fact.topic, fact.partition order by fact.position),
         fact.key, fact.value, fact.headers
    from unnest(topics, partitions, keys, record_values, record_headers)
         with ordinality as fact (topic, partition, key, value, headers, position)
    join log_partition using (topic, partition);

  update log_partition
     set next_offset = next_offset + added.count
    from (select topic, partition, count(*)
            from unnest(topics, partitions) as fact (topic, partition)
           group by topic, partition) as added
   where log_partition.topic = added.topic and log_partition.partition = added.partition;

  perform pg_notify('event_log', topic) from (select distinct unnest(topics)) as fact (topic);
end $$;
