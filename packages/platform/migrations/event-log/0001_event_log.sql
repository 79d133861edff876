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

-- The position of each consumer group: the offset that it handles next.
create table group_offset (
  consumer_group text not null,
  topic          text not null,
  partition      integer not null,
  next_offset    bigint not null,
  primary key (consumer_group, topic, partition)
) with (fillfactor = 50);

-- The current members of a group, to share its partitions. Only a hint: advisory locks decide what a
-- member may read. Lost in a crash and filled again within a second.
create unlogged table group_member (
  consumer_group text not null,
  member_id      uuid not null,
  topics         text[] not null,
  seen_at        timestamptz not null default clock_timestamp(),
  primary key (consumer_group, member_id)
);

-- Appends records, one array element each. Offsets are assigned under the partition's row lock,
-- which is held until commit: a reader of an offset also sees every lower one. Locks are taken in a
-- fixed order, so that two publishers cannot deadlock. Each statement of this function has its own
-- snapshot, so the offsets read after locking are current.
create function append_records(
  topics text[], partitions integer[], keys text[], record_values bytea[], record_headers jsonb[]
) returns void language plpgsql as $$
begin
  perform from log_partition
    where (topic, partition) in (select * from unnest(topics, partitions))
    order by topic, partition
    for update;

  insert into log_record (topic, partition, log_offset, key, value, headers)
  select entry.topic, entry.partition,
         log_partition.next_offset - 1
           + row_number() over (partition by entry.topic, entry.partition order by entry.position),
         entry.key, entry.value, entry.headers
    from unnest(topics, partitions, keys, record_values, record_headers)
         with ordinality as entry (topic, partition, key, value, headers, position)
    join log_partition using (topic, partition);

  update log_partition
     set next_offset = next_offset + added.count
    from (select topic, partition, count(*)
            from unnest(topics, partitions) as entry (topic, partition)
           group by topic, partition) as added
   where log_partition.topic = added.topic and log_partition.partition = added.partition;

  perform pg_notify('event_log', topic) from (select distinct unnest(topics)) as entry (topic);
end $$;
