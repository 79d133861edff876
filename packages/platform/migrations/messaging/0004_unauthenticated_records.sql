-- A record that does not prove its producer takes no event id and blocks no key: anybody who can write to the log
-- could otherwise keep an event from being handled by writing a record of its id or key first.
create unique index parked_record_authentic_event on parked_record (consumer_group, event_id)
  where reason <> 'unauthenticated';
create unique index parked_record_at_offset on parked_record (consumer_group, topic, partition, log_offset, md5(value))
  where event_id is null or reason = 'unauthenticated';
drop index parked_record_event;
drop index parked_record_without_event;

create index parked_record_blocking on parked_record (consumer_group, topic, key)
  where reason <> 'unauthenticated';
