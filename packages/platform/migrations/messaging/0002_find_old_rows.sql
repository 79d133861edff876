-- Rows are stored in the order of their age, so a small block range index finds the old ones.
create index outbox_by_age on outbox using brin (created_at);
create index inbox_by_age on inbox using brin (handled_at);
