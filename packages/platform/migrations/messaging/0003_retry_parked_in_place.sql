-- Parked records are retried in place, by their own consumer. The order of a key is the order in
-- which its records arrived: offsets start at 0 again when an event log is recreated.
alter table parked_record
  add column id bigint,
  add column event_id uuid generated always as (
    case when headers ->> 'event-id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         then (headers ->> 'event-id')::uuid end) stored,
  -- The number of attempts, and whether an operator has requested another one.
  add column attempts integer not null default 1,
  add column retry_requested_at timestamptz;

update parked_record
   set id = numbered.id
  from (select ctid as place, row_number() over (order by topic, partition, log_offset, consumer_group) as id
          from parked_record) as numbered
 where parked_record.ctid = numbered.place;

-- Of two rows of one event the first stays.
delete from parked_record as later
 using parked_record as first
 where first.consumer_group = later.consumer_group
   and first.event_id = later.event_id
   and first.id < later.id;

alter table parked_record alter column id set not null;
alter table parked_record alter column id add generated always as identity;
select setval(pg_get_serial_sequence('parked_record', 'id'), coalesce((select max(id) from parked_record), 0) + 1, false);

-- A log offset identifies a record only until the log is recreated; an event id does so permanently.
alter table parked_record drop constraint parked_record_pkey;
alter table parked_record add primary key (id);
create unique index parked_record_event on parked_record (consumer_group, event_id);
create unique index parked_record_without_event on parked_record (consumer_group, topic, partition, log_offset, md5(value))
  where event_id is null;

drop index parked_record_by_key;
create index parked_record_by_key on parked_record (consumer_group, topic, key, id);
create index parked_record_requested on parked_record (consumer_group, retry_requested_at)
  where retry_requested_at is not null;

-- The role of every service needs these rights, besides those that the service grants. See grantToApp.
create function grant_messaging_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on outbox, inbox, parked_record to %I', app);
end $$;
