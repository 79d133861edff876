-- Rows come in the order of their age, so a few bytes per block of them are enough to find the old.
create index outbox_by_age on outbox using brin (created_at);
create index inbox_by_age on inbox using brin (handled_at);
