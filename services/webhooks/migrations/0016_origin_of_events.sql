-- What an attempt is logged and traced under: the requests that led to the event, and the W3C trace context of its publication.
alter table webhook_event
  add column request_ids text,
  add column trace_parent text;
