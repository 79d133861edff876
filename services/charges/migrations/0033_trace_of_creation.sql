-- W3C trace context of the request that created the charge: the trace goes on when the charge is settled.
alter table charge add column created_traceparent text;
