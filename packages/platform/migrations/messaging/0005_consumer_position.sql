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

create or replace function grant_messaging_to_app(app name) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on outbox, inbox, parked_record to %I', app);
  execute format('grant select, insert, update on consumer_position to %I', app);
end $$;
