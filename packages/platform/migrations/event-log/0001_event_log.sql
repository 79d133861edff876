-- The event log in Postgres, a database of its own that all services open.

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
create index log_record_by_age on log_record using brin (at);

-- The position of each consumer group: the offset that it handles next.
create table group_offset (
  consumer_group text not null,
  topic          text not null,
  partition      integer not null,
  next_offset    bigint not null,
  primary key (consumer_group, topic, partition)
) with (fillfactor = 50);

-- Who may append to a topic, and who may move the position of a consumer group: one role each. The migration job fills
-- it. A login of another name has the right as a member of the role.
create table log_right (
  kind text not null check (kind in ('topic', 'group')),
  name text not null,
  role name not null,
  primary key (kind, name)
);

-- Nobody changes a record, and only prune_records removes one.
alter table log_record enable row level security;
create policy read on log_record for select using (true);
create policy append on log_record for insert
  with check (topic in (select name from log_right
                   where kind = 'topic' and pg_has_role(to_regrole(quote_ident(role)), 'usage')));

alter table log_partition enable row level security;
create policy read on log_partition for select using (true);
create policy append on log_partition for update
  using (topic in (select name from log_right
                   where kind = 'topic' and pg_has_role(to_regrole(quote_ident(role)), 'usage')));

-- A group that nobody has the right to is free: those of the services are in log_right.
alter table group_offset enable row level security;
create policy read on group_offset for select using (true);
create policy start on group_offset for insert
  with check (consumer_group in (select name from log_right
                   where kind = 'group' and pg_has_role(to_regrole(quote_ident(role)), 'usage'))
           or consumer_group not in (select name from log_right where kind = 'group'));
create policy move on group_offset for update
  using (consumer_group in (select name from log_right
                   where kind = 'group' and pg_has_role(to_regrole(quote_ident(role)), 'usage'))
      or consumer_group not in (select name from log_right where kind = 'group'));

-- Appends records, one array element each. Offsets are assigned under the partition's row lock, which is held until commit:
-- a reader of an offset also sees every lower one. Locks are taken in a fixed order, so that two publishers cannot deadlock.
-- A row that is locked is read as it is then, whatever the snapshot of the statement says, so its offset is current; each
-- row is updated after it was locked, because the update reads `locked`.
create function append_records(
  topics text[], partitions integer[], keys text[], record_values bytea[], record_headers jsonb[]
) returns void language plpgsql as $$
begin
  with locked as materialized (
    select topic, partition, next_offset
      from log_partition
     where (topic, partition) in (select * from unnest(topics, partitions))
     order by topic, partition
       for update
  ),
  appended as (
    insert into log_record (topic, partition, log_offset, key, value, headers)
    select topic, partition,
           next_offset - 1 + row_number() over (partition by topic, partition order by position),
           entry.key, entry.value, entry.headers
      from unnest(topics, partitions, keys, record_values, record_headers)
           with ordinality as entry (topic, partition, key, value, headers, position)
      -- Without the right to a topic its partitions cannot be locked, and the policy refuses the row.
      left join locked using (topic, partition)
  )
  update log_partition as own
     set next_offset = locked.next_offset + added.count
    from locked
    join (select topic, partition, count(*)
            from unnest(topics, partitions) as entry (topic, partition)
           group by topic, partition) as added using (topic, partition)
   where own.topic = locked.topic and own.partition = locked.partition;

  -- Consumers listen for the topics that they read: see src/events/postgres/subscribe.ts.
  perform pg_notify('log_' || md5(topic), topic) from (select distinct unnest(topics)) as entry (topic);
end $$;

-- Who may delete from a table, or update all of it, may also lock it against everybody. So no service has these rights:
-- old rows are removed by this function, as the owner.
create function prune_records(rows_max integer) returns setof bigint
language sql security definer set search_path = public, pg_temp as $$
  delete from log_record
   where ctid = any (array(
           select ctid from log_record where at < now() - interval '30 days' limit rows_max))
  returning log_offset
$$;

-- Called by every migration run, for the role whose members services connect as: see platform/src/db/roles.ts.
create function grant_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', app);
  execute format('revoke all on all tables in schema public from %I', app);
  execute format('grant select on all tables in schema public to %I', app);
  execute format('grant insert on log_record, group_offset to %I', app);
  execute format('grant update (next_offset) on log_partition, group_offset to %I', app);
end $$;
